/* What JavaScript calls: navpy_start once, then functions of navpy.web's modules by their names, with numbers, texts, arrays and
 * objects of the core as arguments and results. Memory for arguments comes from navpy_allocate. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name), visibility("default")))
#define MOST_RESULTS 32
#define MOST_WHOLE 9007199254740991.0   /* up to here every whole number is a double */

enum Kind { NONE, NUMBER, TEXT, OBJECT, FAULT, ARRAY };     /* FAULT: the text of an exception */

/* core.js knows this layout: 24 bytes. */
typedef struct Value {
    int32_t kind;
    char format[4];             /* of an ARRAY's elements, as the module struct writes it: "f", "i", "d", "B" */
    int32_t count;              /* bytes of a TEXT, elements of an ARRAY */
    void *data;                 /* of a TEXT, of an ARRAY; the object itself */
    double number;
} Value;
_Static_assert(sizeof(Value) == 24, "core.js reads this layout");

extern const unsigned char navpy_packed_code[];
extern void navpy_place_code(const unsigned char *code);

static PyObject *functions;             /* {name: function} of navpy.web.interface */
static PyObject *kept;                  /* what the last call returned: its memory is read until the next one */
static Py_buffer views[MOST_RESULTS];
static int view_count;
static Value results[MOST_RESULTS + 1]; /* the first one counts the others, or is a FAULT */

static void let_go(void) {
    while (view_count > 0)
        PyBuffer_Release(&views[--view_count]);
    Py_CLEAR(kept);
}

/* "ValueError: cell_size: must be …" as the one result. */
static Value *fail(void) {
    PyObject *type, *error, *traceback;

    PyErr_Fetch(&type, &error, &traceback);
    PyErr_NormalizeException(&type, &error, &traceback);
    let_go();
    kept = error ? PyUnicode_FromFormat("%s: %S", Py_TYPE(error)->tp_name, error) : NULL;
    PyErr_Clear();
    Py_XDECREF(type);
    Py_XDECREF(error);
    Py_XDECREF(traceback);
    memset(results, 0, sizeof results[0]);
    results[0].kind = FAULT;
    results[0].data = kept ? (void *)PyUnicode_AsUTF8(kept) : "out of memory";
    results[0].count = (int32_t)strlen(results[0].data);
    return results;
}

static PyObject *read_value(const Value *value) {
    size_t size = value->format[0] == 'd' ? 8 : value->format[0] == 'B' ? 1 : 4;
    PyObject *bytes, *array;
    long long whole;

    switch (value->kind) {
    case NUMBER:                        /* JavaScript has one kind of numbers; what counts or names something is whole */
        whole = (long long)fmin(fmax(value->number, -MOST_WHOLE), MOST_WHOLE);
        return (double)whole == value->number ? PyLong_FromLongLong(whole) : PyFloat_FromDouble(value->number);
    case TEXT:
        return PyUnicode_DecodeUTF8(value->data, value->count, "strict");
    case OBJECT:
        return Py_NewRef(value->data);
    case ARRAY:
        bytes = PyMemoryView_FromMemory(value->data, (Py_ssize_t)(size * (size_t)value->count), PyBUF_READ);
        array = bytes ? PyObject_CallMethod(bytes, "cast", "s", value->format) : NULL;
        Py_XDECREF(bytes);
        return array;
    default:
        Py_RETURN_NONE;
    }
}

static PyObject *read_values(const Value *values, int count) {
    PyObject *tuple = PyTuple_New(count), *item;

    for (int i = 0; tuple && i < count; i++) {
        item = read_value(&values[i]);
        if (item)
            PyTuple_SET_ITEM(tuple, i, item);
        else
            Py_CLEAR(tuple);
    }
    return tuple;
}

/* Borrows what lies in the object, but for a core object, which it gives away with a reference. */
static int write_value(PyObject *object, Value *out) {
    Py_ssize_t size;
    Py_buffer *view;

    memset(out, 0, sizeof *out);
    if (object == Py_None)
        return 0;
    if (PyFloat_Check(object) || PyLong_Check(object)) {
        out->kind = NUMBER;
        out->number = PyFloat_AsDouble(object);
        return PyErr_Occurred() ? -1 : 0;
    }
    if (PyUnicode_Check(object)) {
        out->kind = TEXT;
        out->data = (void *)PyUnicode_AsUTF8AndSize(object, &size);
        out->count = (int32_t)size;
        return out->data ? 0 : -1;
    }
    if (!PyObject_CheckBuffer(object)) {
        out->kind = OBJECT;
        out->data = Py_NewRef(object);
        return 0;
    }
    view = &views[view_count];
    if (PyObject_GetBuffer(object, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0)
        return -1;
    view_count++;
    out->kind = ARRAY;
    out->format[0] = view->format ? view->format[0] : 'B';
    out->count = (int32_t)(view->len / view->itemsize);
    out->data = view->buf;
    return 0;
}

static Value *write_result(PyObject *result) {
    Py_ssize_t count;

    kept = PyTuple_Check(result) ? Py_NewRef(result) : PyTuple_Pack(1, result);
    Py_DECREF(result);
    if (!kept)
        return fail();
    count = PyTuple_GET_SIZE(kept);
    if (count > MOST_RESULTS) {
        PyErr_Format(PyExc_RuntimeError, "%zd results, at most %d fit", count, MOST_RESULTS);
        return fail();
    }
    for (Py_ssize_t i = 0; i < count; i++)
        if (write_value(PyTuple_GET_ITEM(kept, i), &results[i + 1]) < 0)
            return fail();
    memset(results, 0, sizeof results[0]);
    results[0].kind = NUMBER;
    results[0].number = (double)count;
    return results;
}

static PyStatus start_python(void) {
    PyPreConfig before;
    PyConfig config;
    PyStatus status;

    PyPreConfig_InitIsolatedConfig(&before);
    before.utf8_mode = 1;
    status = Py_PreInitialize(&before);
    if (PyStatus_Exception(status))
        return status;
    PyConfig_InitIsolatedConfig(&config);
    config.site_import = 0;
    config.write_bytecode = 0;
    config.install_signal_handlers = 0;
    config.buffered_stdio = 0;
    config.use_hash_seed = 1;               /* the same order of dictionaries' keys whenever the page is opened */
    config.module_search_paths_set = 1;
    status = PyConfig_SetBytesString(&config, &config.home, "/nowhere");
    if (!PyStatus_Exception(status))
        status = PyConfig_SetBytesString(&config, &config.program_name, "navpy");
    if (!PyStatus_Exception(status))
        status = PyConfig_SetBytesString(&config, &config.executable, "");
    if (!PyStatus_Exception(status))
        status = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    return status;
}

/* Returns the one result None, or a FAULT. */
EXPORT(navpy_start) Value *navpy_start(void) {
    PyObject *interface = NULL;
    PyStatus status;

    navpy_place_code(navpy_packed_code);
    status = start_python();
    if (PyStatus_Exception(status)) {
        fprintf(stderr, "navpy cannot start Python: %s\n", status.err_msg ? status.err_msg : "unknown error");
        abort();
    }
    if (PyImport_ImportModule("built_in_submodules"))
        interface = PyImport_ImportModule("navpy.web.interface");
    functions = interface ? PyObject_GetAttrString(interface, "FUNCTIONS") : NULL;
    return functions ? write_result(Py_NewRef(Py_None)) : fail();
}

/* Results last until the next call, but for objects, which last until navpy_release. */
EXPORT(navpy_call) Value *navpy_call(const char *name, const Value *arguments, int count) {
    PyObject *function = PyDict_GetItemString(functions, name), *given, *result;

    let_go();
    if (!function) {
        PyErr_Format(PyExc_NameError, "navpy.web has no function %s", name);
        return fail();
    }
    given = read_values(arguments, count);
    result = given ? PyObject_CallObject(function, given) : NULL;
    Py_XDECREF(given);
    return result ? write_result(result) : fail();
}

EXPORT(navpy_release) void navpy_release(PyObject *object) { Py_DECREF(object); }
EXPORT(navpy_allocate) void *navpy_allocate(size_t size) { return malloc(size); }
EXPORT(navpy_free) void navpy_free(void *memory) { free(memory); }
