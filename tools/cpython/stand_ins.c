/* Stands in for parts of CPython that nothing in the engine needs: what the files of meson.build call of the others. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include "internal/pycore_initconfig.h"
#include "internal/pycore_pathconfig.h"
#ifdef MS_WINDOWS
#include <windows.h>
#endif

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

int _PyUnicode_IsAlpha(Py_UCS4 c) { return is_ascii(c, PY_CTF_ALPHA); }
int _PyUnicode_IsLowercase(Py_UCS4 c) { return is_ascii(c, PY_CTF_LOWER); }
int _PyUnicode_IsUppercase(Py_UCS4 c) { return is_ascii(c, PY_CTF_UPPER); }
int _PyUnicode_IsCased(Py_UCS4 c) { return is_ascii(c, PY_CTF_ALPHA); }
int _PyUnicode_IsDecimalDigit(Py_UCS4 c) { return is_ascii(c, PY_CTF_DIGIT); }
int _PyUnicode_IsDigit(Py_UCS4 c) { return is_ascii(c, PY_CTF_DIGIT); }
int _PyUnicode_IsNumeric(Py_UCS4 c) { return is_ascii(c, PY_CTF_DIGIT); }
int _PyUnicode_IsWhitespace(Py_UCS4 c) { return is_ascii(c, PY_CTF_SPACE) || (c >= 0x1C && c <= 0x1F); }
int _PyUnicode_IsLinebreak(Py_UCS4 c) { return (c >= '\n' && c <= '\r') || (c >= 0x1C && c <= 0x1E); }
int _PyUnicode_IsXidStart(Py_UCS4 c) { return is_ascii(c, PY_CTF_ALPHA); }
int _PyUnicode_IsXidContinue(Py_UCS4 c) { return c == '_' || is_ascii(c, PY_CTF_ALNUM); }
int _PyUnicode_IsTitlecase(Py_UCS4 Py_UNUSED(c)) { return 0; }
int _PyUnicode_IsCaseIgnorable(Py_UCS4 Py_UNUSED(c)) { return 0; }
int _PyUnicode_ToDecimalDigit(Py_UCS4 c) { return is_ascii(c, PY_CTF_DIGIT) ? (int)c - '0' : -1; }
int _PyUnicode_ToLowerFull(Py_UCS4 c, Py_UCS4 *out) { return to_lower(c, out); }
int _PyUnicode_ToFoldedFull(Py_UCS4 c, Py_UCS4 *out) { return to_lower(c, out); }
int _PyUnicode_ToUpperFull(Py_UCS4 c, Py_UCS4 *out) { return to_upper(c, out); }
int _PyUnicode_ToTitleFull(Py_UCS4 c, Py_UCS4 *out) { return to_upper(c, out); }

/* What repr() does not escape: all but controls, the separators and format characters of Latin-1, and lone surrogates. */
int _PyUnicode_IsPrintable(Py_UCS4 c) {
    return (c >= ' ' && c < 0x7F) || (c > 0xA0 && c != 0xAD && !(c >= 0xD800 && c <= 0xDFFF));
}

/* The modules posix and nt: files, processes and users. An empty frozen module stands for each, as no file is opened by its
 * path; these functions are what CPython's other files call of them. */
PyObject *PyOS_FSPath(PyObject *path) {
    if (PyUnicode_Check(path) || PyBytes_Check(path))
        return Py_NewRef(path);
    return PyErr_Format(PyExc_TypeError, "a path must be str or bytes, not %s", Py_TYPE(path)->tp_name);
}

#ifndef MS_WINDOWS
PyObject *_PyLong_FromUid(uid_t user) { return PyLong_FromUnsignedLong(user); }
int _Py_Sigset_Converter(PyObject *Py_UNUSED(signals), void *Py_UNUSED(set)) { return 0; }
#endif

/* Modules that look into a Python program under development: faulthandler and tracemalloc. Neither is ever switched on. */
PyStatus _PyFaulthandler_Init(int Py_UNUSED(enable)) { return PyStatus_Ok(); }
void _PyFaulthandler_Fini(void) {}
int _PyTraceMalloc_Init(int Py_UNUSED(frames)) { return 0; }
void _PyTraceMalloc_Fini(void) {}
int _PyTraceMalloc_NewReference(PyObject *Py_UNUSED(object)) { return -1; }
void _PyMem_DumpTraceback(int Py_UNUSED(file), const void *Py_UNUSED(block)) {}

/* Modules/getpath.c: every module is built in or frozen, so no path is ever looked at. */
PyStatus _PyConfig_InitPathConfig(PyConfig *config, int Py_UNUSED(compute)) {
    wchar_t **const paths[] = {&config->prefix, &config->exec_prefix, &config->base_prefix, &config->base_exec_prefix,
                               &config->executable, &config->base_executable, &config->stdlib_dir, &config->platlibdir};
    PyStatus status = PyStatus_Ok();

    for (size_t i = 0; i < Py_ARRAY_LENGTH(paths) && !PyStatus_Exception(status); i++)
        if (!*paths[i])
            status = PyConfig_SetString(config, paths[i], L"");
    config->module_search_paths_set = 1;
    return status;
}

#ifdef MS_WINDOWS
/* Functions of pathcch.dll and nt that take the paths of modules apart, and the type of the registry's keys. */
static HRESULT refuse_path(void) { return E_INVALIDARG; }
HRESULT (*__imp_PathCchSkipRoot)(void) = refuse_path;
HRESULT (*__imp_PathCchCombineEx)(void) = refuse_path;
int _PyOS_getfullpathname(const wchar_t *Py_UNUSED(path), wchar_t **Py_UNUSED(full)) { return -1; }

PyTypeObject PyHKEY_Type = {
    PyVarObject_HEAD_INIT(&PyType_Type, 0)
    .tp_name = "PyHKEY",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
};
#endif
