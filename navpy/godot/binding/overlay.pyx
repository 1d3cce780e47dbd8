"""Puts the addon's debug/overlay.gd and overlay_2d.gd under the scene's root where the engine is told to show navigation. The drawing
is a script's: it costs nothing where nobody looks, and a game may replace it."""
from libc.stdint cimport int64_t, uint64_t

from navpy.godot.binding.engine cimport in_editor
from navpy.godot.binding.gd cimport (
    GDExtensionBool, GDExtensionCallError, GDExtensionConstVariantPtr, GdPacked, GdString, GdStringName, GdVariant, OBJECT,
    PACKED_STRING_ARRAY, STRING, STRING_NAME, navpy_gd)
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.packed cimport strings_of
from navpy.godot.binding.ptrcall cimport find_method, get, invoke

cdef const void* GET_TREE = find_method(b"Node", b"get_tree", 2958820483)
cdef const void* IS_SHOWN = find_method(b"SceneTree", b"is_debugging_navigation_hint", 36873697)
cdef const void* EXISTS = find_method(b"ResourceLoader", b"exists", 4185558881)
cdef const void* LOAD = find_method(b"ResourceLoader", b"load", 3358495409)
cdef const void* GET_EXTENSIONS = find_method(b"GDExtensionManager", b"get_loaded_extensions", 1139954409)
cdef void* extensions = navpy_gd.global_get_singleton(intern(b"GDExtensionManager"))
cdef void* loader = navpy_gd.global_get_singleton(intern(b"ResourceLoader"))
cdef GdStringName* new_name = intern(b"new")
cdef GdStringName* deferred_name = intern(b"call_deferred")
cdef GdStringName* add_child_name = intern(b"add_child")
cdef GdStringName* root_name = intern(b"get_root")
cdef uint64_t[2] overlays            # instance ids of what draws in space and in the plane, 0: nothing yet


cdef str addon_folder():
    """Where navpy.gdextension lies: games move addons, too."""
    cdef GdPacked paths
    navpy_gd.ctor0[<int>PACKED_STRING_ARRAY](&paths, NULL)
    get(GET_EXTENSIONS, extensions, &paths)
    found = [path for path in strings_of(&paths) if path.rpartition("/")[2] == "navpy.gdextension"]
    navpy_gd.dtor[<int>PACKED_STRING_ARRAY](&paths)
    return found[0].rpartition("/")[0] if found else "res://addons/navpy"


cdef void* load_script(bint plane) noexcept with gil:
    """A Ref, NULL where the addon was copied without it."""
    cdef GdString path
    cdef GdString hint
    cdef GDExtensionBool there = 0
    cdef int64_t mode = 1
    cdef void* script = NULL
    cdef const void* args[3]
    cdef bytes file = f"{addon_folder()}/debug/{'overlay_2d' if plane else 'overlay'}.gd".encode()
    navpy_gd.string_new_with_utf8_chars(&path, file)
    navpy_gd.string_new_with_utf8_chars(&hint, b"")
    args[0], args[1], args[2] = &path, &hint, &mode
    invoke(EXISTS, loader, args, &there)
    if there:
        invoke(LOAD, loader, args, &script)
    navpy_gd.dtor[<int>STRING](&path)
    navpy_gd.dtor[<int>STRING](&hint)
    return script


cdef void call(GdVariant* object, GdStringName* method, GdVariant* arguments, int count, GdVariant* out) noexcept nogil:
    cdef GDExtensionCallError error
    cdef const void* args[2]
    cdef int i
    for i in range(count):
        args[i] = &arguments[i]
    navpy_gd.variant_call(object, method, <const GDExtensionConstVariantPtr*>args, count, out, &error)


cdef void start(void* tree, void* script, bint plane) noexcept nogil:
    cdef GdVariant variants[2]      # "add_child" and the new node
    cdef GdVariant given
    cdef GdVariant root
    cdef GdVariant result
    navpy_gd.var_from[<int>OBJECT](&given, &script)
    call(&given, new_name, NULL, 0, &variants[1])
    navpy_gd.variant_destroy(&given)
    navpy_gd.var_from[<int>OBJECT](&given, &tree)
    call(&given, root_name, NULL, 0, &root)
    if navpy_gd.variant_get_type(&variants[1]) == OBJECT and navpy_gd.variant_get_type(&root) == OBJECT:
        overlays[plane] = navpy_gd.object_get_instance_id((<void**>navpy_gd.var_ptr[<int>OBJECT](&variants[1]))[0])
        navpy_gd.var_from[<int>STRING_NAME](&variants[0], add_child_name)
        call(&root, deferred_name, variants, 2, &result)
        navpy_gd.variant_destroy(&result)
        navpy_gd.variant_destroy(&variants[0])
    navpy_gd.variant_destroy(&variants[1])
    navpy_gd.variant_destroy(&root)
    navpy_gd.variant_destroy(&given)


cdef void offer_overlay(void* node, bint plane) noexcept nogil:
    cdef void* tree = NULL
    cdef void* script
    cdef GDExtensionBool shown = 0
    if in_editor() or (overlays[plane] != 0 and navpy_gd.object_get_instance_from_id(overlays[plane]) != NULL):
        return
    get(GET_TREE, node, &tree)
    if tree == NULL:
        return
    get(IS_SHOWN, tree, &shown)
    if not shown:
        return
    script = load_script(plane)
    if script != NULL:
        start(tree, script, plane)
        navpy_gd.ref_set_object(&script, NULL)
