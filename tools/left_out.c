/* Stands in for parts of Python and of the C++ library that nothing in the engine needs. What the others call of them is
 * defined here first, so that they are not linked. */
#define PY_SSIZE_T_CLEAN
#define Py_BUILD_CORE
#define NEED_OPCODE_TABLES
#include <Python.h>
#include <internal/pycore_runtime.h>
#include <limits.h>
#include <stdlib.h>

/* What C++ calls for an exception that nobody catches: without its message, which needs a demangler of names. */
void _ZN9__gnu_cxx27__verbose_terminate_handlerEv(void) {
    abort();
}

/* std::random_device, which the member with C++'s exceptions mentions: it would need the newest C library. */
void _ZNSt13random_device7_M_initEPKcm(void) {
    abort();
}

/* tools/static_python.py leaves this second copy of the runtime's first state empty. Python starts from it where it starts
 * again in the same process. */
extern __attribute__((weak)) _PyRuntimeState navpy_first_runtime_state;

__attribute__((constructor))
static void keep_first_runtime_state(void) {
    if (&navpy_first_runtime_state)
        memcpy(&navpy_first_runtime_state, &_PyRuntime, sizeof _PyRuntime);
}

/* Python's parser and compiler, a tenth of the whole: all that runs is byte code. Weakly, so that a member which another
 * build of Python calls in more places is linked after all. */
#if PY_VERSION_HEX >> 16 == 0x030B      /* another Python's members hold other things; then all are linked */
#include <internal/pycore_opcode.h>     /* the tables of opcodes, which the compiler's member holds */

#define WEAK __attribute__((weak))

static void *refuse(void) {
    PyErr_SetString(PyExc_RuntimeError, "the Python inside navpy cannot do this: tools/left_out.c stands in for it");
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

/* Character classes and cases beyond ASCII, tables of 140 KB. Names and messages are printed as they are; no text is parsed. */
static int is_ascii(Py_UCS4 c, unsigned classes) {
    return c < 128 && (_Py_ctype_table[c] & classes);
}

static int to_one(Py_UCS4 c, Py_UCS4 *out) {
    *out = c;
    return 1;
}

static int to_lower(Py_UCS4 c, Py_UCS4 *out) {
    return to_one(c < 128 ? (Py_UCS4)_Py_ctype_tolower[c] : c, out);
}

static int to_upper(Py_UCS4 c, Py_UCS4 *out) {
    return to_one(c < 128 ? (Py_UCS4)_Py_ctype_toupper[c] : c, out);
}

WEAK int _PyUnicode_IsAlpha(Py_UCS4 c) { return is_ascii(c, PY_CTF_ALPHA); }
WEAK int _PyUnicode_IsLowercase(Py_UCS4 c) { return is_ascii(c, PY_CTF_LOWER); }
WEAK int _PyUnicode_IsUppercase(Py_UCS4 c) { return is_ascii(c, PY_CTF_UPPER); }
WEAK int _PyUnicode_IsCased(Py_UCS4 c) { return is_ascii(c, PY_CTF_ALPHA); }
WEAK int _PyUnicode_IsDecimalDigit(Py_UCS4 c) { return is_ascii(c, PY_CTF_DIGIT); }
WEAK int _PyUnicode_IsDigit(Py_UCS4 c) { return is_ascii(c, PY_CTF_DIGIT); }
WEAK int _PyUnicode_IsNumeric(Py_UCS4 c) { return is_ascii(c, PY_CTF_DIGIT); }
WEAK int _PyUnicode_IsWhitespace(Py_UCS4 c) { return is_ascii(c, PY_CTF_SPACE) || (c >= 0x1C && c <= 0x1F); }
WEAK int _PyUnicode_IsLinebreak(Py_UCS4 c) { return (c >= '\n' && c <= '\r') || (c >= 0x1C && c <= 0x1E); }
WEAK int _PyUnicode_IsXidStart(Py_UCS4 c) { return is_ascii(c, PY_CTF_ALPHA); }
WEAK int _PyUnicode_IsXidContinue(Py_UCS4 c) { return c == '_' || is_ascii(c, PY_CTF_ALNUM); }
WEAK int _PyUnicode_IsTitlecase(Py_UCS4 Py_UNUSED(c)) { return 0; }
WEAK int _PyUnicode_IsCaseIgnorable(Py_UCS4 Py_UNUSED(c)) { return 0; }
WEAK int _PyUnicode_ToDecimalDigit(Py_UCS4 c) { return is_ascii(c, PY_CTF_DIGIT) ? (int)c - '0' : -1; }
WEAK int _PyUnicode_ToLowerFull(Py_UCS4 c, Py_UCS4 *out) { return to_lower(c, out); }
WEAK int _PyUnicode_ToFoldedFull(Py_UCS4 c, Py_UCS4 *out) { return to_lower(c, out); }
WEAK int _PyUnicode_ToUpperFull(Py_UCS4 c, Py_UCS4 *out) { return to_upper(c, out); }
WEAK int _PyUnicode_ToTitleFull(Py_UCS4 c, Py_UCS4 *out) { return to_upper(c, out); }

/* What repr() does not escape: all but controls, the separators and format characters of Latin-1, and lone surrogates. */
WEAK int _PyUnicode_IsPrintable(Py_UCS4 c) {
    return (c >= ' ' && c < 0x7F) || (c > 0xA0 && c != 0xAD && !(c >= 0xD800 && c <= 0xDFFF));
}

/* The module posix: files, processes and users, a fiftieth of the whole. An empty frozen module stands for it, as no file is
 * opened by its path; these are what other members call of it. */
WEAK PyObject *PyOS_FSPath(PyObject *path) {
    if (PyUnicode_Check(path) || PyBytes_Check(path))
        return Py_NewRef(path);
    return PyErr_Format(PyExc_TypeError, "a path must be str or bytes, not %s", Py_TYPE(path)->tp_name);
}

WEAK PyObject *_PyLong_FromUid(uid_t user) { return PyLong_FromUnsignedLong(user); }
WEAK int _Py_Sigset_Converter(PyObject *Py_UNUSED(signals), void *Py_UNUSED(set)) { refuse(); return 0; }

/* Modules that look into a Python program under development: faulthandler and tracemalloc. Neither is ever switched on. */
WEAK PyStatus _PyFaulthandler_Init(int Py_UNUSED(enable)) { return PyStatus_Ok(); }
WEAK void _PyFaulthandler_Fini(void) {}
WEAK int _PyTraceMalloc_Init(int Py_UNUSED(frames)) { return 0; }
WEAK void _PyTraceMalloc_Fini(void) {}
WEAK int _PyTraceMalloc_NewReference(PyObject *Py_UNUSED(object)) { return -1; }
WEAK void _PyMem_DumpTraceback(int Py_UNUSED(file), const void *Py_UNUSED(block)) {}
#endif
