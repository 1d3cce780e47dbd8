"""The engine's StringNames of our texts. Made while modules are imported and classes registered, freed after they are unregistered,
read by any thread between."""
from libcpp.string cimport string
from libcpp.unordered_map cimport unordered_map
from libcpp.utility cimport pair
from navpy.godot.binding.gd cimport GdStringName, GdVariant, STRING_NAME, navpy_gd

cdef unordered_map[string, GdStringName] names          # others keep pointers to the values, which a map never moves
cdef unordered_map[string, GdVariant] variants


cdef GdStringName* intern(const char* text) noexcept:
    cdef string key = text
    if names.count(key) == 0:
        navpy_gd.string_name_new_with_latin1_chars(&names[key], text, 0)
    return &names[key]


cdef GdVariant* name_variant(const char* text) noexcept:
    cdef string key = text
    if variants.count(key) == 0:
        navpy_gd.var_from[<int>STRING_NAME](&variants[key], intern(text))
    return &variants[key]


def free_names():
    cdef pair[string, GdStringName] name
    cdef pair[string, GdVariant] variant
    for variant in variants:
        navpy_gd.variant_destroy(&variant.second)
    variants.clear()
    for name in names:
        navpy_gd.dtor[<int>STRING_NAME](&name.second)
    names.clear()
