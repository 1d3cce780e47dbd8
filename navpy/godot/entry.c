/* The extension's one exported symbol, navpy_init: it loads the engine's interface, starts the Python linked into this
 * library and hands over to navpy.godot.registration. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "interface.h"
#include "python_heap.h"

#define OLDEST_MAJOR 4
#define OLDEST_MINOR 6

/* Every module is built in or frozen, so this folder is never looked at; naming one keeps Python from searching. */
#define PYTHON_HOME "/nowhere"

NavpyInterface navpy_gd;

static PyThreadState *main_thread;      /* set while Python runs and the engine has the main thread */
static PyObject *registration;          /* the module navpy.godot.registration, NULL if its import failed */

/* One error in the engine's log and in the editor's. */
static void report_at(const char *text, const char *file, int line) {
    if (navpy_gd.print_error_with_message)
        navpy_gd.print_error_with_message("navpy", text, "navpy", file, line, 1);
    else
        fprintf(stderr, "ERROR: %s\n", text);
}

#define REPORT(text) report_at(text, __FILE__, __LINE__)

/* ---------------------------------------------------------------------------------------------- the interface */

/* Comes first: on an older engine its line says more than the name of the first missing function. */
static bool check_version(GDExtensionInterfaceGetProcAddress get_proc_address) {
    GDExtensionInterfaceGetGodotVersion2 get_version =
        (GDExtensionInterfaceGetGodotVersion2)get_proc_address("get_godot_version2");
    GDExtensionGodotVersion2 version = {0};
    char line[200];

    if (get_version)
        get_version(&version);
    if (version.major > OLDEST_MAJOR || (version.major == OLDEST_MAJOR && version.minor >= OLDEST_MINOR))
        return true;
    snprintf(line, sizeof line, "navpy needs Godot %d.%d or newer, this is %s", OLDEST_MAJOR, OLDEST_MINOR,
             version.string ? version.string : "an older one");
    REPORT(line);
    return false;
}

static bool load_functions(GDExtensionInterfaceGetProcAddress get_proc_address) {
#define LOAD(name, type) \
    navpy_gd.name = (type)get_proc_address(#name); \
    if (!navpy_gd.name) { \
        REPORT("navpy cannot load: the engine lacks the interface function " #name); \
        return false; \
    }
    NAVPY_INTERFACE_FUNCTIONS(LOAD)
#undef LOAD
    return true;
}

static void load_type_tables(void) {
    for (int type = GDEXTENSION_VARIANT_TYPE_NIL + 1; type < GDEXTENSION_VARIANT_TYPE_VARIANT_MAX; type++) {
        navpy_gd.var_from[type] = navpy_gd.get_variant_from_type_constructor(type);
        navpy_gd.var_to[type] = navpy_gd.get_variant_to_type_constructor(type);
        navpy_gd.var_ptr[type] = navpy_gd.variant_get_ptr_internal_getter(type);
        navpy_gd.ctor0[type] = navpy_gd.variant_get_ptr_constructor(type, 0);
        navpy_gd.dtor[type] = navpy_gd.variant_get_ptr_destructor(type);
    }
}

/* ---------------------------------------------------------------------------------------------- frozen modules */

extern const unsigned char navpy_packed_code[];         /* frozen.c has these */
extern const int64_t navpy_packed_size, navpy_code_size;
extern void navpy_place_code(const unsigned char *code);

static GdPacked code_bytes;             /* PackedByteArray that Python's frozen modules lie in */

static GDExtensionPtrBuiltInMethod bytes_method(const char *name, GDExtensionInt hash) {
    GdStringName text;
    GDExtensionPtrBuiltInMethod method;

    navpy_gd.string_name_new_with_latin1_chars(&text, name, 0);
    method = navpy_gd.variant_get_ptr_builtin_method(GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY, &text, hash);
    navpy_gd.dtor[GDEXTENSION_VARIANT_TYPE_STRING_NAME](&text);
    return method;
}

/* Has the engine inflate them, a third of their size in the library. */
static bool unpack_code(void) {
    static const int64_t deflate = 1;   /* FileAccess.COMPRESSION_DEFLATE */
    GDExtensionPtrBuiltInMethod resize = bytes_method("resize", 848867239);
    GDExtensionPtrBuiltInMethod decompress = bytes_method("decompress", 2278869132);
    GDExtensionPtrBuiltInMethod size = bytes_method("size", 3173160232);
    int64_t error, count = 0;
    GdPacked packed;

    navpy_gd.ctor0[GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY](&packed, NULL);
    navpy_gd.ctor0[GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY](&code_bytes, NULL);
    if (resize && decompress && size) {
        resize(&packed, (GDExtensionConstTypePtr[]){&navpy_packed_size}, &error, 1);
        memcpy(navpy_gd.packed_byte_array_operator_index(&packed, 0), navpy_packed_code, (size_t)navpy_packed_size);
        decompress(&packed, (GDExtensionConstTypePtr[]){&navpy_code_size, &deflate}, &code_bytes, 2);
        size(&code_bytes, NULL, &count, 0);
    }
    navpy_gd.dtor[GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY](&packed);
    if (count == navpy_code_size) {
        navpy_place_code(navpy_gd.packed_byte_array_operator_index_const(&code_bytes, 0));
        return true;
    }
    navpy_gd.dtor[GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY](&code_bytes);
    REPORT("navpy cannot unpack its Python modules");
    return false;
}

/* ------------------------------------------------------------------------------------------------------ Python */

/* UTF-8 whatever the locale says, and no look at PYTHON… variables; the process's locale stays as it is. */
static PyStatus preconfigure(void) {
    PyPreConfig config;

    PyPreConfig_InitIsolatedConfig(&config);
    config.utf8_mode = 1;
    return Py_PreInitialize(&config);
}

/* The same Python on every machine: no files, no site packages, and the engine keeps its signal handlers. */
static PyStatus configure(PyConfig *config) {
    PyStatus status;

    config->site_import = 0;
    config->write_bytecode = 0;
    config->install_signal_handlers = 0;
    config->buffered_stdio = 0;
    config->module_search_paths_set = 1;        /* with the list left empty */
    status = PyConfig_SetBytesString(config, &config->home, PYTHON_HOME);
    if (!PyStatus_Exception(status))
        status = PyConfig_SetBytesString(config, &config->program_name, "navpy");
    if (!PyStatus_Exception(status))
        status = PyConfig_SetBytesString(config, &config->executable, "");
    return status;
}

/* Leaves the GIL held. This Python's symbols are hidden, so a Python embedded by another extension is another. */
static bool start_python(void) {
    PyConfig config;
    PyStatus status;
    char line[200];

    navpy_begin_heap();
    status = preconfigure();
    if (!PyStatus_Exception(status)) {
        PyConfig_InitIsolatedConfig(&config);
        status = configure(&config);
        if (!PyStatus_Exception(status))
            status = Py_InitializeFromConfig(&config);
        PyConfig_Clear(&config);
    }
    if (!PyStatus_Exception(status))
        return true;
    snprintf(line, sizeof line, "navpy cannot start Python: %s", status.err_msg ? status.err_msg : "unknown error");
    REPORT(line);
    return false;
}

/* Where the exception was raised: the innermost entry of its traceback. Strings live as long as `keep` does. */
static void raised_at(PyObject *traceback, PyObject **keep, const char **file, int *line) {
    PyTracebackObject *entry = (PyTracebackObject *)traceback;
    PyCodeObject *code;

    while (entry->tb_next)
        entry = entry->tb_next;
    code = PyFrame_GetCode(entry->tb_frame);
    *keep = code->co_filename;
    Py_INCREF(*keep);
    Py_DECREF(code);
    *file = PyUnicode_AsUTF8(*keep);
    *line = PyFrame_GetLineNumber(entry->tb_frame);
}

/* Reports the pending Python exception: what failed, its type and its text. */
static void report_exception(const char *what) {
    PyObject *type, *value, *traceback, *text = NULL, *file_name = NULL;
    const char *file = __FILE__, *line_text;
    int line = __LINE__;

    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback)
        raised_at(traceback, &file_name, &file, &line);
    if (value)
        text = PyUnicode_FromFormat("navpy: %s failed: %s: %S", what, Py_TYPE(value)->tp_name, value);
    line_text = text ? PyUnicode_AsUTF8(text) : NULL;
    report_at(line_text ? line_text : what, file ? file : __FILE__, line);
    PyErr_Clear();
    Py_XDECREF(text);
    Py_XDECREF(file_name);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
}

/* Calls a function of navpy.godot.registration; the GIL is held. */
static void call_registration(const char *function) {
    PyObject *result = PyObject_CallMethod(registration, function, NULL);

    if (!result)
        report_exception(function);
    Py_XDECREF(result);
}

/* ------------------------------------------------------------------------------------- the engine's callbacks */

static void begin_scene(void) {
    if (!unpack_code() || !start_python())
        return;
    if (PyImport_ImportModule("built_in_submodules"))
        registration = PyImport_ImportModule("navpy.godot.registration");
    if (registration)
        call_registration("register_classes");
    else
        report_exception("import navpy.godot.registration");
    main_thread = PyEval_SaveThread();          /* nobody holds the GIL while the engine runs its frames */
}

static void begin_editor(void) {
    if (!registration)
        return;
    PyEval_RestoreThread(main_thread);
    call_registration("register_docs");
    main_thread = PyEval_SaveThread();
}

/* unregister_classes also follows a register_classes that failed: its registrations must go. */
static void end_scene(void) {
    if (!main_thread)
        return;
    PyEval_RestoreThread(main_thread);
    main_thread = NULL;
    if (registration)
        call_registration("unregister_classes");
    Py_CLEAR(registration);
    if (Py_FinalizeEx() < 0)
        REPORT("navpy: Python could not flush its buffers at exit");
    navpy_end_heap();
    navpy_gd.dtor[GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY](&code_bytes);
}

static void initialize(void *userdata, GDExtensionInitializationLevel level) {
    (void)userdata;
    if (level == GDEXTENSION_INITIALIZATION_SCENE)
        begin_scene();
    else if (level == GDEXTENSION_INITIALIZATION_EDITOR)
        begin_editor();
}

static void deinitialize(void *userdata, GDExtensionInitializationLevel level) {
    (void)userdata;
    if (level == GDEXTENSION_INITIALIZATION_SCENE)
        end_scene();
}

#ifdef _WIN32
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
GDExtensionBool navpy_init(GDExtensionInterfaceGetProcAddress get_proc_address, GDExtensionClassLibraryPtr library,
                           GDExtensionInitialization *initialization) {
    navpy_gd.library = library;
    navpy_gd.print_error_with_message =
        (GDExtensionInterfacePrintErrorWithMessage)get_proc_address("print_error_with_message");
    if (!check_version(get_proc_address) || !load_functions(get_proc_address))
        return 0;
    load_type_tables();
    initialization->minimum_initialization_level = GDEXTENSION_INITIALIZATION_SCENE;
    initialization->userdata = NULL;
    initialization->initialize = initialize;
    initialization->deinitialize = deinitialize;
    return 1;
}
