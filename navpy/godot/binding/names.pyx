"""The engine's StringNames of our texts. Made while classes are registered, freed after they are unregistered, read by any thread between."""
from libcpp.deque cimport deque
from navpy.godot.binding.gd cimport GdStringName, GdVariant, STRING_NAME, navpy_gd

# Others keep pointers into these; a deque never moves what it holds.
cdef deque[GdStringName] name_pool
cdef deque[GdVariant] variant_pool
cdef dict names = {}                # text → address in name_pool


cdef GdStringName* intern(str text) except NULL:
    """The StringName of `text`, alive until `free_names`. Only to be called while registering."""
    cdef GdStringName name
    if text not in names:
        navpy_gd.string_name_new_with_latin1_chars(&name, text.encode("latin-1"), 0)
        name_pool.push_back(name)
        names[text] = <size_t>&name_pool.back()
    return <GdStringName*><size_t>names[text]


cdef GdVariant* name_variant(str text) except NULL:
    cdef GdVariant variant
    navpy_gd.var_from[<int>STRING_NAME](&variant, intern(text))
    variant_pool.push_back(variant)
    return &variant_pool.back()


def free_names():
    cdef size_t i
    for i in range(variant_pool.size()):
        navpy_gd.variant_destroy(&variant_pool[i])
    variant_pool.clear()
    names.clear()
    for i in range(name_pool.size()):
        navpy_gd.dtor[<int>STRING_NAME](&name_pool[i])
    name_pool.clear()
