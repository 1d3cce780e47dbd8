## Writes a file of C# classes for navpy's nodes and resources, as the engine knows them: its members by their names and types, its signals as events.
##
## C# has no types for the classes of an extension. A class of the file holds a node of that class, and each of its members calls the node's. In the
## editor: Project > Tools > Write C# classes of navpy. Without a window:
## [codeblock]
## godot --headless --path PROJECT -s res://addons/navpy/editor/csharp_writer.gd
## [/codeblock]
@tool
extends SceneTree

const PATH := "res://Navpy.cs"
const HEAD := "// Written by navpy's editor plugin from the classes of the extension. Write it again after an update of the addon.\n" \
		+ "#pragma warning disable CS0108\nusing System;\nusing Godot;\n\nnamespace Navpy\n{\n"
const TYPES := {
	TYPE_BOOL: "bool", TYPE_INT: "long", TYPE_FLOAT: "float", TYPE_STRING: "string", TYPE_VECTOR2: "Vector2", TYPE_VECTOR2I: "Vector2I",
	TYPE_RECT2: "Rect2", TYPE_RECT2I: "Rect2I", TYPE_VECTOR3: "Vector3", TYPE_VECTOR3I: "Vector3I", TYPE_TRANSFORM2D: "Transform2D",
	TYPE_AABB: "Aabb", TYPE_BASIS: "Basis", TYPE_TRANSFORM3D: "Transform3D", TYPE_COLOR: "Color", TYPE_STRING_NAME: "StringName",
	TYPE_NODE_PATH: "NodePath", TYPE_RID: "Rid", TYPE_CALLABLE: "Callable", TYPE_DICTIONARY: "Godot.Collections.Dictionary",
	TYPE_ARRAY: "Godot.Collections.Array", TYPE_PACKED_BYTE_ARRAY: "byte[]", TYPE_PACKED_INT32_ARRAY: "int[]",
	TYPE_PACKED_INT64_ARRAY: "long[]", TYPE_PACKED_FLOAT32_ARRAY: "float[]", TYPE_PACKED_FLOAT64_ARRAY: "double[]",
	TYPE_PACKED_STRING_ARRAY: "string[]", TYPE_PACKED_VECTOR2_ARRAY: "Vector2[]", TYPE_PACKED_VECTOR3_ARRAY: "Vector3[]",
	TYPE_PACKED_COLOR_ARRAY: "Color[]",
}
const KEYWORDS: Array[String] = ["in", "out", "ref", "object", "event", "params", "base", "class", "default", "float", "int", "long", "lock", "from", "to"]

static var _known := []


func _initialize() -> void:
	print(write(PATH))
	quit()


## Returns what became of it, as a sentence.
static func write(path: String) -> String:
	var file := FileAccess.open(path, FileAccess.WRITE)
	if file == null:
		return "navpy can't write %s: %s" % [path, error_string(FileAccess.get_open_error())]
	var classes := our_classes()
	file.store_string(HEAD + "\n".join(classes.map(_class_text)) + "}\n")
	return "%s has %d classes of navpy" % [path, classes.size()]


## The classes of the extension, by name: those of Nav…, and the crowds.
static func our_classes() -> Array:
	if _known.is_empty():
		_known = Array(ClassDB.get_class_list()).filter(func(name: String) -> bool:
			return ClassDB.class_get_api_type(name) == ClassDB.API_EXTENSION and (name.begins_with("Nav") or name.begins_with("Crowd")))
		_known.sort()
	return _known


static func _class_text(name: String) -> String:
	var base := _engine_parent(name)
	var taken := {}             # names of members that are there
	var lines := ["public class %s" % name, "{",
			"    public readonly %s Self;" % base, "",
			"    public %s(%s self)" % [name, base], "    {",
			"        if (self == null || !self.IsClass(\"%s\")) throw new ArgumentException(\"this is no %s\");" % [name, name],
			"        Self = self;", "    }"]
	if ClassDB.can_instantiate(name):
		lines.append_array(["", "    public static %s Create() => new %s((%s)ClassDB.Instantiate(\"%s\").AsGodotObject());" % [name, name, base, name]])
	for property in ClassDB.class_get_property_list(name, true):
		if property.usage & (PROPERTY_USAGE_GROUP | PROPERTY_USAGE_SUBGROUP | PROPERTY_USAGE_CATEGORY) == 0:
			taken[_pascal(property.name)] = true
			lines.append_array(["", _property_text(name, property)])
	for method in ClassDB.class_get_method_list(name, true):
		var shown := _pascal(method.name)
		if not method.name.begins_with("_") and not taken.has(shown) and not _is_accessor(name, method.name):
			taken[shown] = true
			lines.append_array(["", _method_text(name, method)])
	for emitted in ClassDB.class_get_signal_list(name, true):
		lines.append_array(["", _signal_text(name, emitted, taken)])
	for enumeration in ClassDB.class_get_enum_list(name, true):
		lines.append_array(["", _enum_text(name, enumeration)])
	lines.append("}")
	return "\n".join(lines.map(func(line: String) -> String: return ("    " + line.replace("\n", "\n    ")) if line else "")) + "\n"


## The nearest class of the engine that a class inherits.
static func _engine_parent(name: String) -> String:
	var parent := ClassDB.get_parent_class(name)
	while ClassDB.class_get_api_type(parent) == ClassDB.API_EXTENSION:
		parent = ClassDB.get_parent_class(parent)
	return parent if parent != "Object" else "GodotObject"


static func _is_accessor(name: String, method: String) -> bool:
	return ClassDB.class_get_property_list(name, true).any(func(property: Dictionary) -> bool:
		return method in [ClassDB.class_get_property_getter(name, property.name), ClassDB.class_get_property_setter(name, property.name)])


static func _property_text(name: String, property: Dictionary) -> String:
	var type := _type_of(name, property)
	var text := "    public %s %s\n    {\n        get => %s;" % [type, _pascal(property.name), _read(type, property, "Self.Get(\"%s\")" % property.name)]
	if ClassDB.class_get_property_setter(name, property.name):
		text += "\n        set => Self.Set(\"%s\", %s);" % [property.name, _written(type, property, "value")]
	return text + "\n    }"


## One for each number of arguments that a call may have.
static func _method_text(name: String, method: Dictionary) -> String:
	var texts := []
	for count in range(method.args.size() - method.default_args.size(), method.args.size() + 1):
		texts.append(_call_text(name, method, method.args.slice(0, count)))
	return "\n\n".join(texts)


static func _call_text(name: String, method: Dictionary, arguments: Array) -> String:
	var is_static: bool = method.flags & METHOD_FLAG_STATIC != 0
	var type := _type_of(name, method["return"]) if method["return"].type != TYPE_NIL or method["return"].usage & PROPERTY_USAGE_NIL_IS_VARIANT else "void"
	var declared: Array = arguments.map(func(each: Dictionary) -> String: return "%s %s" % [_type_of(name, each), _camel(each.name)])
	var passed: Array = arguments.map(func(each: Dictionary) -> String: return ", " + _written(_type_of(name, each), each, _camel(each.name)))
	var call := ("ClassDB.ClassCallStatic(\"%s\", \"%s\"%s)" % [name, method.name, "".join(passed)] if is_static
			else "Self.Call(\"%s\"%s)" % [method.name, "".join(passed)])
	return "    public %s%s %s(%s) => %s;" % ["static " if is_static else "", type, _pascal(method.name), ", ".join(declared),
			call if type == "void" else _read(type, method["return"], call)]


static func _signal_text(name: String, emitted: Dictionary, taken: Dictionary) -> String:
	var types: Array = emitted.args.map(func(each: Dictionary) -> String: return _type_of(name, each, false))
	var shown := _pascal(emitted.name)
	if taken.has(shown):
		shown += "Signal"
	var action := "Action<%s>" % ", ".join(types) if types else "Action"
	return "    public event %s %s\n    {\n        add => Self.Connect(\"%s\", Callable.From(value));\n        remove => Self.Disconnect(\"%s\", Callable.From(value));\n    }" % [
			action, shown, emitted.name, emitted.name]


static func _enum_text(name: String, enumeration: String) -> String:
	var constants := Array(ClassDB.class_get_enum_constants(name, enumeration, true))
	var prefix := enumeration.to_snake_case().to_upper() + "_"
	var bare: bool = constants.all(func(constant: String) -> bool: return constant.begins_with(prefix))
	var lines: Array = constants.map(func(constant: String) -> String: return "        %s = %d," % [
			_pascal((constant.trim_prefix(prefix) if bare else constant).to_lower()), ClassDB.class_get_integer_constant(name, constant)])
	return "    public enum %s\n    {\n%s\n    }" % [_enum_name(name, enumeration), "\n".join(lines)]


## As in the engine's own C# classes: a property of the same name has the name alone.
static func _enum_name(name: String, enumeration: String) -> String:
	var has_property := ClassDB.class_get_property_list(name, true).any(func(each: Dictionary) -> bool: return _pascal(each.name) == enumeration)
	return enumeration + ("Enum" if has_property else "")


## [param wrapped]: an object of navpy is its C# class; else the engine's.
static func _type_of(name: String, of: Dictionary, wrapped := true) -> String:
	if of.type == TYPE_INT and of.usage & (PROPERTY_USAGE_CLASS_IS_ENUM | PROPERTY_USAGE_CLASS_IS_BITFIELD):
		var parts: PackedStringArray = of["class_name"].split(".")
		var owner := parts[0] if parts.size() > 1 else name
		if owner in our_classes():
			return "%s.%s" % [owner, _enum_name(owner, parts[-1])]
		return "long"
	if of.type == TYPE_OBJECT:
		var kind: String = of["class_name"] if of["class_name"] else of.hint_string
		if kind in our_classes():
			return kind if wrapped else _engine_parent(kind)
		return kind if ClassDB.class_exists(kind) and kind != "Object" else "GodotObject"
	return TYPES.get(of.type, "Variant")


static func _read(type: String, of: Dictionary, value: String) -> String:
	if of.type == TYPE_OBJECT and type in our_classes():
		return "%s.AsGodotObject() is %s found ? new %s(found) : null" % [value, _engine_parent(type), type]
	if of.type == TYPE_OBJECT:
		return "(%s)%s.AsGodotObject()" % [type, value]
	if type == "Variant":
		return value
	return "(%s)%s%s" % [type, "(long)" if "." in type and of.type == TYPE_INT else "", value]


static func _written(type: String, of: Dictionary, value: String) -> String:
	if of.type == TYPE_OBJECT and type in our_classes():
		return "%s?.Self" % value
	return "(long)" + value if "." in type and of.type == TYPE_INT else value


static func _pascal(name: String) -> String:
	return name.to_snake_case().to_pascal_case() if "_" in name or name == name.to_lower() else name[0].to_upper() + name.substr(1)


static func _camel(name: String) -> String:
	var text := _pascal(name)
	text = text[0].to_lower() + text.substr(1)
	return "@" + text if text in KEYWORDS else text
