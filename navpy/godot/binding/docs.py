"""The editor's help pages (F1), written from the same rows that register a class."""


def escape(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def type_attributes(type):
    if "." in type:
        return 'type="int" enum="%s"' % escape(type)
    return 'type="%s"' % escape(type)


def literal(value):
    return {True: "true", False: "false"}.get(value, repr(value)) if isinstance(value, bool) else repr(value)


def arguments_xml(arguments):
    for index, argument in enumerate(arguments):
        default = "" if argument.default is None else ' default="%s"' % escape(literal(argument.default))
        yield '<param index="%d" name="%s" %s%s />' % (index, escape(argument.name), type_attributes(argument.type), default)


def class_xml(cls):
    """One class as the XML that the editor's help reads."""
    out = ['<?xml version="1.0" encoding="UTF-8" ?>', '<class name="%s" inherits="%s" version="4.6">' % (cls.name, cls.inherits),
           "<brief_description>%s</brief_description>" % escape(cls.brief),
           "<description>%s</description>" % escape(cls.description), "<tutorials></tutorials>", "<methods>"]
    for method in cls.methods:
        for name in (method.name, *method.aliases):
            doc = method.doc if name == method.name else "Same as [method %s]." % method.name
            out.append('<method name="%s"%s>' % (name, ' qualifiers="const"' if method.const else ""))
            out.append("<return %s />" % type_attributes(method.returns))
            out += arguments_xml(method.arguments)
            out.append("<description>%s</description></method>" % escape(doc))
    out.append("</methods><members>")
    for prop in cls.properties:
        default = "" if prop.default is None else ' default="%s"' % escape(literal(prop.default))
        setter = "" if prop.setter is None and prop.offset is None else prop.setter_name
        out.append('<member name="%s" %s setter="%s" getter="%s"%s>%s</member>' % (
            prop.name, type_attributes(prop.type), setter, prop.getter_name, default, escape(prop.doc)))
    out.append("</members><signals>")
    for signal in cls.signals:
        out.append('<signal name="%s">' % signal.name)
        out += arguments_xml(signal.arguments)
        out.append("<description>%s</description></signal>" % escape(signal.doc))
    out.append("</signals><constants>")
    for enumeration in cls.enumerations:
        for name, number, doc in enumeration.values:
            out.append('<constant name="%s" value="%d" enum="%s">%s</constant>' % (name, number, enumeration.name, escape(doc)))
    out.append("</constants></class>")
    return "\n".join(out)
