/* Stands in for CPython's parser and compiler: all that the engine's Python runs is byte code. */
#define NEED_OPCODE_TABLES
#include <Python.h>
#include <limits.h>
#include <stdio.h>
#include "internal/pycore_opcode.h"     /* the tables of opcodes, which the compiler's file holds */

static void *refuse(void) {
    PyErr_SetString(PyExc_RuntimeError, "the Python inside navpy cannot do this: tools/cpython/no_compiler.c stands in for it");
    return NULL;
}

/* Parameters have the types of CPython's headers, as far as a call in WebAssembly tells them apart. */
void *_PyParser_ASTFromString(const char *text, PyObject *name, int mode, PyCompilerFlags *flags, void *arena) {
    (void)text, (void)name, (void)mode, (void)flags, (void)arena;
    return refuse();
}

void *_PyParser_ASTFromFile(FILE *file, PyObject *name, const char *encoding, int mode, const char *prompt, const char *next,
                            PyCompilerFlags *flags, int *error, void *arena) {
    (void)file, (void)name, (void)encoding, (void)mode, (void)prompt, (void)next, (void)flags, (void)error, (void)arena;
    return refuse();
}

void *_PyAST_Compile(void *tree, PyObject *name, PyCompilerFlags *flags, int level, void *arena) {
    (void)tree, (void)name, (void)flags, (void)level, (void)arena;
    return refuse();
}

void *PyAST_mod2obj(void *Py_UNUSED(tree)) { return refuse(); }
void *PyAST_obj2mod(PyObject *Py_UNUSED(tree), void *Py_UNUSED(arena), int Py_UNUSED(mode)) { return refuse(); }
int PyAST_Check(PyObject *Py_UNUSED(object)) { return 0; }
int _PyAST_Validate(void *Py_UNUSED(tree)) { refuse(); return 0; }
int _PyAST_Optimize(void *Py_UNUSED(tree), void *Py_UNUSED(arena), void *Py_UNUSED(state)) { refuse(); return 0; }
void _PyAST_Fini(PyInterpreterState *Py_UNUSED(interpreter)) {}
int PyCompile_OpcodeStackEffect(int Py_UNUSED(opcode), int Py_UNUSED(argument)) { return INT_MAX; }     /* unknown */

/* Tracebacks show lines of source files, of which there are none. */
char *_PyTokenizer_FindEncodingFilename(int Py_UNUSED(file), PyObject *Py_UNUSED(name)) { return NULL; }
Py_ssize_t _PyPegen_byte_offset_to_character_offset(PyObject *Py_UNUSED(line), Py_ssize_t Py_UNUSED(offset)) { return -1; }

PyTypeObject PySTEntry_Type = {
    PyVarObject_HEAD_INIT(&PyType_Type, 0)
    .tp_name = "symtable entry",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
};

/* __slots__ of a class may be private: __name is _Class__name then. */
PyObject *_Py_Mangle(PyObject *owner, PyObject *name) {
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
