/* Stands in for parts of Python and of the C++ library that nothing in the engine needs. What the others call of them is
 * defined here first, so that they are not linked. */
#define PY_SSIZE_T_CLEAN
#define Py_BUILD_CORE
#define NEED_OPCODE_TABLES
#include <Python.h>
#include <limits.h>
#include <stdlib.h>

/* What C++ calls for an exception that nobody catches: without its message, which needs a demangler of names. */
void _ZN9__gnu_cxx27__verbose_terminate_handlerEv(void) {
    abort();
}

/* Python's parser and compiler, a tenth of the whole: all that runs is byte code. Weakly, so that a member which another
 * build of Python calls in more places is linked after all. */
#if PY_VERSION_HEX >> 16 == 0x030B      /* another Python's members hold other things; then all are linked */
#include <internal/pycore_opcode.h>     /* the tables of opcodes, which the compiler's member holds */

#define WEAK __attribute__((weak))

static void *refuse(void) {
    PyErr_SetString(PyExc_RuntimeError, "this Python runs byte code and cannot compile source");
    return NULL;
}

WEAK void *_PyParser_ASTFromString(void) { return refuse(); }
WEAK void *_PyParser_ASTFromFile(void) { return refuse(); }
WEAK void *_PyAST_Compile(void) { return refuse(); }
WEAK void *PyAST_mod2obj(void) { return refuse(); }
WEAK void *PyAST_obj2mod(void) { return refuse(); }
WEAK int PyAST_Check(PyObject *Py_UNUSED(object)) { return 0; }
WEAK int _PyAST_Validate(void) { refuse(); return 0; }
WEAK int _PyAST_Optimize(void) { refuse(); return 0; }
WEAK void _PyAST_Fini(void) {}
WEAK int PyCompile_OpcodeStackEffect(int Py_UNUSED(opcode), int Py_UNUSED(argument)) { return INT_MAX; }     /* unknown */

/* Tracebacks show lines of source files, of which there are none. */
WEAK char *_PyTokenizer_FindEncodingFilename(void) { return NULL; }
WEAK Py_ssize_t _PyPegen_byte_offset_to_character_offset(void) { return -1; }

WEAK PyTypeObject PySTEntry_Type = {
    PyVarObject_HEAD_INIT(&PyType_Type, 0)
    .tp_name = "symtable entry",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
};

/* __slots__ of a class may be private: __name is _Class__name then. */
WEAK PyObject *_Py_Mangle(PyObject *owner, PyObject *name) {
    const char *text = PyUnicode_AsUTF8(name), *of = owner && PyUnicode_Check(owner) ? PyUnicode_AsUTF8(owner) : NULL;
    size_t length;

    if (!text)
        return NULL;
    length = strlen(text);
    while (of && *of == '_')
        of++;
    if (!of || !*of || strncmp(text, "__", 2) != 0 || strchr(text, '.') || strcmp(text + length - 2, "__") == 0)
        return Py_NewRef(name);
    return PyUnicode_FromFormat("_%s%s", of, text);
}
#endif
