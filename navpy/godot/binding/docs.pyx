"""The editor's help pages (F1). The first value of a property is read off a new instance."""
from libc.stdint cimport int64_t
from navpy.godot.binding.binding cimport make_ready, registered_class
from navpy.godot.binding.setting_properties cimport read_number, unit_of
from navpy.godot.binding.class_spec cimport *
from navpy.godot.binding.engine cimport construct, in_editor, scene_tree, variant_from_object
from navpy.godot.binding.gd cimport BOOL, FLOAT, INT, OBJECT, GdVariant, navpy_gd
from navpy.godot.binding.names cimport intern, name_variant
from navpy.godot.binding.plane cimport in_pixels
from navpy.godot.binding.ptrcall cimport find_method, get
from navpy.godot.binding.threads cimport call_later

from navpy.base.setting import choose_words

cdef GdVariant* edit_name = name_variant(b"edit")


cdef str escape(str text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


cdef str help_of(const ClassData* cls, str text):
    """A text of the declaration as the page has it. A class of the plane has its sister's texts, by words of its own where these are
    marked."""
    text = choose_words(text, cls.is_plane)
    return escape(in_pixels(text) if cls.is_plane else text)


cdef str type_attributes(const TypeSpec* type):
    name = type.name.decode()
    return f'type="int" enum="{name}"' if type.is_enumeration else f'type="{name}"'


cdef str literal(int type, double value):
    if type == BOOL:
        return "true" if value else "false"
    if type == OBJECT:
        return "null"
    return repr(value) if type == FLOAT else repr(<int64_t>value)


cdef str default_of(const PropertySpec* property, const Instance* fresh):
    """As an attribute; empty of what is no number."""
    if property.field == NO_FIELD or property.type.number not in (BOOL, INT, FLOAT):
        return ""
    return f' default="{literal(property.type.number, read_number(property, fresh) * unit_of(property, fresh))}"'


cdef str argument_xml(const ArgumentSpec* argument, int index):
    default = f' default="{literal(argument.type.number, argument.value)}"' if argument.is_optional else ""
    return f'<param index="{index}" name="{argument.name.decode()}" {type_attributes(&argument.type)}{default} />'


cdef str method_xml(const ClassData* cls, const MethodSpec* method, str name, str doc):
    """Empty for a method without a name."""
    cdef int i
    if not name:
        return ""
    qualifiers = "static" if method.is_static else "const" if method.is_const else ""
    out = [f'<method name="{name}" qualifiers="{qualifiers}">', f"<return {type_attributes(&method.returns)} />"]
    for i in range(method.argument_count):
        out.append(argument_xml(&method.arguments[i], i))
    return "".join([*out, f"<description>{help_of(cls, doc)}</description></method>"])


cdef str property_xml(const ClassData* cls, const PropertySpec* property, const Instance* fresh):
    return (f'<member name="{property.name.decode()}" {type_attributes(&property.type)} setter="{property.setter.name.decode()}" '
            f'getter="{property.getter.name.decode()}"{default_of(property, fresh)}>{help_of(cls, property.doc.decode())}</member>')


cdef str signal_xml(const ClassData* cls, const SignalSpec* signal):
    cdef int i
    out = [f'<signal name="{signal.name.decode()}">']
    for i in range(signal.argument_count):
        out.append(argument_xml(&signal.arguments[i], i))
    return "".join([*out, f"<description>{help_of(cls, signal.doc.decode())}</description></signal>"])


cdef str constant_xml(const ClassData* cls, const ConstantSpec* constant):
    return (f'<constant name="{constant.name.decode()}" value="{constant.value}" enum="{constant.enumeration.decode()}">'
            f"{help_of(cls, constant.doc.decode())}</constant>")


cdef str class_xml(const ClassData* cls):
    """A class as XML for the editor's help."""
    cdef Instance* fresh = cls.make()
    cdef const MethodSpec* method
    cdef size_t i
    fresh.cls = cls
    make_ready(fresh)
    out = ['<?xml version="1.0" encoding="UTF-8" ?>',
           f'<class name="{cls.name.decode()}" inherits="{cls.parent.decode()}" version="4.6">',
           f"<brief_description>{help_of(cls, cls.brief.decode())}</brief_description>",
           f"<description>{help_of(cls, cls.description.decode())}</description>", "<tutorials></tutorials>", "<methods>"]
    for i in range(cls.methods.size()):
        method = &cls.methods[i]
        out.append(method_xml(cls, method, method.name.decode(), method.doc.decode()))
        out.append(method_xml(cls, method, method.other_name.decode(), f"Same as [method {method.name.decode()}]."))
    for i in range(cls.properties.size()):
        method = &cls.properties[i].bit_getter
        out.append(method_xml(cls, method, method.name.decode(), method.doc.decode()))
        method = &cls.properties[i].bit_setter
        out.append(method_xml(cls, method, method.name.decode(), method.doc.decode()))
    out.append("</methods><members>")
    for i in range(cls.properties.size()):
        out.append(property_xml(cls, &cls.properties[i], fresh))
    out.append("</members><signals>")
    for i in range(cls.signals.size()):
        out.append(signal_xml(cls, &cls.signals[i]))
    out.append("</signals><constants>")
    for i in range(cls.constants.size()):
        out.append(constant_xml(cls, &cls.constants[i]))
    out.append("</constants></class>")
    if cls.when_freed != NULL:
        cls.when_freed(fresh)
    cls.destroy(fresh)
    return "\n".join(out)


def register_docs():
    """Hands the help page of every registered class to the editor."""
    cdef size_t i = 0
    while registered_class(i) != NULL:
        navpy_gd.editor_help_load_xml_from_utf8_chars(class_xml(registered_class(i)).encode())
        i += 1
    if in_editor() and scene_tree() != NULL:
        finish_reading_help()


# ---- the first start with the addon ----

cdef int finish_reading_help() except -1:
    """Has the editor finish reading its help in this frame.

    An editor that finds an extension while it runs reads its help again, on a thread. The thread then queues a call that adds the
    classes of extensions. If the editor ends before this call is made, as --import does, Godot 4.6 makes the call after it has freed
    the help, and crashes (godot#111048). An inspector that shows any object waits for the thread, and the call is made in the same
    frame."""
    cdef void* inspector = NULL
    cdef void* edited = NULL
    cdef GdVariant shown
    get(find_method(b"EditorInterface", b"get_inspector", 3517113938), navpy_gd.global_get_singleton(intern(b"EditorInterface")),
        &inspector)
    get(find_method(b"EditorInspector", b"get_edited_object", 2050059866), inspector, &edited)
    if edited != NULL:                          # somebody is at work in this editor: it does not end now
        return 0
    variant_from_object(&shown, construct(intern(b"Resource")))
    call_later(inspector, edit_name, &shown)
    navpy_gd.variant_destroy(&shown)
    variant_from_object(&shown, NULL)
    call_later(inspector, edit_name, &shown)
    navpy_gd.variant_destroy(&shown)
    return 0
