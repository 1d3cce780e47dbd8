// What the C# classes of navpy use of GodotSharp, with the engine's names and signatures. A call is written down, and answered with what was set before.
using System;
using System.Collections.Generic;

namespace Godot
{
    public struct Vector2 { public float X, Y; public Vector2(float x, float y) { X = x; Y = y; } }
    public struct Vector2I { public int X, Y; public Vector2I(int x, int y) { X = x; Y = y; } }
    public struct Vector3 { public float X, Y, Z; public Vector3(float x, float y, float z) { X = x; Y = y; Z = z; } }
    public struct Vector3I { }
    public struct Rect2 { }
    public struct Rect2I { }
    public struct Aabb { }
    public struct Basis { }
    public struct Transform2D { }
    public struct Transform3D { }
    public struct Color { }
    public struct Rid { }

    public sealed class StringName
    {
        readonly string text;
        StringName(string of) { text = of; }
        public static implicit operator StringName(string of) { return new StringName(of); }
        public static implicit operator string(StringName of) { return of.text; }
        public override string ToString() { return text; }
    }

    public sealed class NodePath
    {
        public static implicit operator NodePath(string of) { return new NodePath(); }
    }

    public struct Callable
    {
        public Delegate Held;
        public static Callable From(Action held) { return new Callable { Held = held }; }
        public static Callable From<T0>(Action<T0> held) { return new Callable { Held = held }; }
        public static Callable From<T0, T1>(Action<T0, T1> held) { return new Callable { Held = held }; }
    }

    namespace Collections
    {
        public class Array { }
        public class Dictionary { }
    }

    public struct Variant
    {
        public object Held;
        static Variant Of(object held) { return new Variant { Held = held }; }
        public GodotObject AsGodotObject() { return (GodotObject)Held; }
        static T To<T>(Variant from) { return from.Held == null ? default(T) : (T)from.Held; }
        public static implicit operator Variant(bool from) { return Of(from); }
        public static explicit operator bool(Variant from) { return To<bool>(from); }
        public static implicit operator Variant(long from) { return Of(from); }
        public static explicit operator long(Variant from) { return To<long>(from); }
        public static implicit operator Variant(float from) { return Of(from); }
        public static explicit operator float(Variant from) { return To<float>(from); }
        public static implicit operator Variant(double from) { return Of(from); }
        public static explicit operator double(Variant from) { return To<double>(from); }
        public static implicit operator Variant(string from) { return Of(from); }
        public static explicit operator string(Variant from) { return To<string>(from); }
        public static implicit operator Variant(Vector2 from) { return Of(from); }
        public static explicit operator Vector2(Variant from) { return To<Vector2>(from); }
        public static implicit operator Variant(Vector2I from) { return Of(from); }
        public static explicit operator Vector2I(Variant from) { return To<Vector2I>(from); }
        public static implicit operator Variant(Rect2 from) { return Of(from); }
        public static explicit operator Rect2(Variant from) { return To<Rect2>(from); }
        public static implicit operator Variant(Rect2I from) { return Of(from); }
        public static explicit operator Rect2I(Variant from) { return To<Rect2I>(from); }
        public static implicit operator Variant(Vector3 from) { return Of(from); }
        public static explicit operator Vector3(Variant from) { return To<Vector3>(from); }
        public static implicit operator Variant(Vector3I from) { return Of(from); }
        public static explicit operator Vector3I(Variant from) { return To<Vector3I>(from); }
        public static implicit operator Variant(Transform2D from) { return Of(from); }
        public static explicit operator Transform2D(Variant from) { return To<Transform2D>(from); }
        public static implicit operator Variant(Aabb from) { return Of(from); }
        public static explicit operator Aabb(Variant from) { return To<Aabb>(from); }
        public static implicit operator Variant(Basis from) { return Of(from); }
        public static explicit operator Basis(Variant from) { return To<Basis>(from); }
        public static implicit operator Variant(Transform3D from) { return Of(from); }
        public static explicit operator Transform3D(Variant from) { return To<Transform3D>(from); }
        public static implicit operator Variant(Color from) { return Of(from); }
        public static explicit operator Color(Variant from) { return To<Color>(from); }
        public static implicit operator Variant(StringName from) { return Of(from); }
        public static explicit operator StringName(Variant from) { return To<StringName>(from); }
        public static implicit operator Variant(NodePath from) { return Of(from); }
        public static explicit operator NodePath(Variant from) { return To<NodePath>(from); }
        public static implicit operator Variant(Rid from) { return Of(from); }
        public static explicit operator Rid(Variant from) { return To<Rid>(from); }
        public static implicit operator Variant(Callable from) { return Of(from); }
        public static explicit operator Callable(Variant from) { return To<Callable>(from); }
        public static implicit operator Variant(Collections.Dictionary from) { return Of(from); }
        public static explicit operator Collections.Dictionary(Variant from) { return To<Collections.Dictionary>(from); }
        public static implicit operator Variant(Collections.Array from) { return Of(from); }
        public static explicit operator Collections.Array(Variant from) { return To<Collections.Array>(from); }
        public static implicit operator Variant(byte[] from) { return Of(from); }
        public static explicit operator byte[](Variant from) { return To<byte[]>(from); }
        public static implicit operator Variant(int[] from) { return Of(from); }
        public static explicit operator int[](Variant from) { return To<int[]>(from); }
        public static implicit operator Variant(long[] from) { return Of(from); }
        public static explicit operator long[](Variant from) { return To<long[]>(from); }
        public static implicit operator Variant(float[] from) { return Of(from); }
        public static explicit operator float[](Variant from) { return To<float[]>(from); }
        public static implicit operator Variant(double[] from) { return Of(from); }
        public static explicit operator double[](Variant from) { return To<double[]>(from); }
        public static implicit operator Variant(string[] from) { return Of(from); }
        public static explicit operator string[](Variant from) { return To<string[]>(from); }
        public static implicit operator Variant(Vector2[] from) { return Of(from); }
        public static explicit operator Vector2[](Variant from) { return To<Vector2[]>(from); }
        public static implicit operator Variant(Vector3[] from) { return Of(from); }
        public static explicit operator Vector3[](Variant from) { return To<Vector3[]>(from); }
        public static implicit operator Variant(Color[] from) { return Of(from); }
        public static explicit operator Color[](Variant from) { return To<Color[]>(from); }
        public static implicit operator Variant(GodotObject from) { return Of(from); }
    }

    public enum Error { Ok }

    public class GodotObject
    {
        public static readonly List<string> Log = new List<string>();
        public readonly string Class;
        public readonly Dictionary<string, Variant> Values = new Dictionary<string, Variant>();
        public readonly Dictionary<string, Delegate> Heard = new Dictionary<string, Delegate>();
        public GodotObject(string of = "") { Class = of; }
        public bool IsClass(string of) { return of == Class; }
        public Variant Get(StringName name) { return Values.ContainsKey(name) ? Values[name] : new Variant(); }
        public void Set(StringName name, Variant value) { Values[name] = value; }

        public Variant Call(StringName name, params Variant[] arguments)
        {
            Log.Add(name + "/" + arguments.Length);
            return Get(name);
        }

        public Error Connect(StringName name, Callable callable, uint flags = 0) { Heard[name] = callable.Held; return Error.Ok; }
        public void Disconnect(StringName name, Callable callable) { if (Heard[name].Equals(callable.Held)) Heard.Remove(name); }
    }

    public class RefCounted : GodotObject { public RefCounted(string of = "") : base(of) { } }
    public class Resource : RefCounted { public Resource(string of = "") : base(of) { } }

    public class Node : GodotObject
    {
        public Node(string of = "") : base(of) { }
        public Node GetNode(NodePath path) { return new Node("NavAgent"); }
        public virtual void _Ready() { }
        public virtual void _PhysicsProcess(double delta) { }
    }

    public class Node2D : Node { public Node2D(string of = "") : base(of) { } }
    public class Node3D : Node { public Node3D(string of = "") : base(of) { } }
    public class CharacterBody3D : Node3D { }
    public class CharacterBody2D : Node2D { }
    public class MultiMesh : Resource { }
    public class Camera3D : Node3D { }
    public class NavigationMesh : Resource { }
    public class NavigationPolygon : Resource { }
    public class NavigationPathQueryResult2D : RefCounted { }
    public class NavigationPathQueryResult3D : RefCounted { }
    public class World2D : Resource { }
    public class World3D : Resource { }
    public class Image : Resource { }
    public class TileMapLayer : Node2D { }
    public class GridMap : Node3D { }

    public static class ClassDB
    {
        public static Variant Instantiate(StringName of) { return new Node(of); }

        public static Variant ClassCallStatic(StringName of, StringName name, params Variant[] arguments)
        {
            GodotObject.Log.Add(of + "." + name + "/" + arguments.Length);
            return new Variant();
        }
    }

    public static class GD { public static void Print(params object[] what) { Console.WriteLine(string.Join("", what)); } }
}
