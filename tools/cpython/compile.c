/* Compiles Python's source to byte code, on the machine that builds:  compile ORIGIN <SOURCE >MARSHALED
 *
 * It holds the very CPython that runs in the engine, as byte code is only good for its own version. Nothing is imported. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <marshal.h>
#include <stdio.h>

#define MARSHAL_VERSION 2       /* without references between objects, which depend on what else was in memory */
#define WITHOUT_DOCSTRINGS 2

struct _inittab _PyImport_Inittab[] = {{"builtins", NULL}, {"sys", NULL}, {NULL, NULL}};
static const struct _frozen none[] = {{.name = NULL}};
static const struct _module_alias { const char *name, *orig; } aliases[] = {{NULL, NULL}};
const struct _frozen *PyImport_FrozenModules = NULL;
const struct _frozen *_PyImport_FrozenBootstrap = none;
const struct _frozen *_PyImport_FrozenStdlib = none;
const struct _frozen *_PyImport_FrozenTest = none;
const struct _module_alias *_PyImport_FrozenAliases = aliases;
int _Py_Deepfreeze_Init(void) { return 0; }
void _Py_Deepfreeze_Fini(void) {}

static PyStatus start(void) {
    PyConfig config;
    PyStatus status;

    PyConfig_InitIsolatedConfig(&config);
    config.site_import = 0;
    config.code_debug_ranges = 0;
    config._install_importlib = 0;
    config._init_main = 0;
    status = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    return status;
}

static char *read_all(FILE *file) {
    size_t size = 0, room = 1 << 20;
    char *text = malloc(room);

    while (text && (size += fread(text + size, 1, room - size - 1, file)) == room - 1)
        text = realloc(text, room *= 2);
    if (text)
        text[size] = 0;
    return text;
}

int main(int count, char **arguments) {
    char *text = read_all(stdin);
    PyObject *code, *bytes = NULL;
    PyStatus status = start();

    if (count != 2 || !text || PyStatus_Exception(status)) {
        fprintf(stderr, "compile: %s\n", PyStatus_Exception(status) ? status.err_msg : "one name and a source are needed");
        return 2;
    }
    code = Py_CompileStringExFlags(text, arguments[1], Py_file_input, NULL, WITHOUT_DOCSTRINGS);
    if (code)
        bytes = PyMarshal_WriteObjectToString(code, MARSHAL_VERSION);
    if (!bytes) {
        PyErr_Print();
        return 1;
    }
    return fwrite(PyBytes_AS_STRING(bytes), 1, (size_t)PyBytes_GET_SIZE(bytes), stdout) != (size_t)PyBytes_GET_SIZE(bytes);
}
