/* Objects that CPython has once for all of a process: the empty bytes and single bytes, the empty str and single letters, small ints,
 * the empty tuple. The checked library looks at them before and after each call by the engine: if native code has written into an
 * object, the process ends, with the name of the call. A release has none of this. */
#ifndef NAVPY_GODOT_SHARED_OBJECTS_H
#define NAVPY_GODOT_SHARED_OBJECTS_H
#ifdef NAVPY_DEBUG
#include <Python.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct SharedObject {
    const PyVarObject *object;
    Py_ssize_t size;            /* what ob_size is; a str has its length there */
    const void *content;
    char first[4];              /* bytes of the content */
    int count;
    const char *kind;
    int number;
};

static std::vector<SharedObject> shared_objects;
static thread_local std::vector<const char *> calls;    /* that this thread is in */

static void note_shared(PyObject *object, const void *content, int count, const char *kind, int number) {
    SharedObject shared = {(PyVarObject *)object, Py_SIZE(object), content, {0}, count, kind, number};
    memcpy(shared.first, content, (size_t)count);
    shared_objects.push_back(shared);
    Py_DECREF(object);          /* the interpreter keeps it */
}

/* The GIL is held. */
static void note_shared_objects() {
    PyObject *bytes = PyBytes_FromStringAndSize("", 0), *text = PyUnicode_FromStringAndSize("", 0);
    note_shared(bytes, PyBytes_AS_STRING(bytes), 1, "bytes of length", 0);
    note_shared(text, PyUnicode_DATA(text), 1, "str of length", 0);
    note_shared(PyTuple_New(0), "", 0, "tuple of length", 0);
    for (int i = 0; i < 256; i++) {
        char letter = (char)i;
        bytes = PyBytes_FromStringAndSize(&letter, 1);
        text = PyUnicode_FromOrdinal(i);
        note_shared(bytes, PyBytes_AS_STRING(bytes), 2, "bytes of the byte", i);
        note_shared(text, PyUnicode_DATA(text), 2, "str of the character", i);
    }
    for (int i = -5; i <= 256; i++) {
        PyObject *number = PyLong_FromLong(i);
        note_shared(number, ((PyLongObject *)number)->ob_digit, sizeof(digit), "int", i);
    }
}

static void check_shared_objects(const char *when, const char *what) {
    for (const SharedObject &shared : shared_objects) {
        if (shared.object->ob_size == shared.size && memcmp(shared.content, shared.first, (size_t)shared.count) == 0)
            continue;
        fprintf(stderr, "navpy: broken invariant: Python's one %s %d was overwritten, %s the call %s\n", shared.kind, shared.number, when, what);
        abort();
    }
}

static void begin_call(const char *what) {
    calls.push_back(what);
    check_shared_objects("before", what);
}

static void end_call() {
    check_shared_objects("in", calls.back());
    calls.pop_back();
}

#else
static void note_shared_objects() {}
static void begin_call(const char *) {}
static void end_call() {}
#endif
#endif
