/* A pretended engine: loads Godot's library, lets it start Python and register its classes, ends and unloads it.
 *
 *     host LIBRARY TIMES RESULTS          does so a number of times and writes to the file RESULTS what it saw
 *
 * ENGINE_LACKS names a function of the interface or a method of the engine's that it does not know. With ENGINE_KEEPS the library
 * stays loaded in between, as macOS keeps libraries.
 *
 * Its interface can do no more than navpy's start needs: names, arrays of bytes, and inflating them. All else does nothing. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gdextension_interface.h"

static FILE *results;
static bool first = true;               /* the first of all TIMES: names are written */
static bool kept;                       /* the library stays loaded, and starts and ends again */

static void fail(const char *what, const char *why) {
    fprintf(results, "FAILED %s: %s\n", what, why);
    exit(1);
}

/* ------------------------------------------------------------------------------------------------------ the system */

#ifdef _WIN32
#include <windows.h>
#include <psapi.h>
typedef HMODULE Library;
typedef wchar_t PathChar;
#define TEXT_MODE L"w"
#define open_file _wfopen
#define to_number _wtoi

static void fail_with_error(const char *what) {
    char code[20];
    snprintf(code, sizeof code, "error %lu", GetLastError());
    fail(what, code);
}
static Library load(const PathChar *path) {
    Library library = LoadLibraryW(path);
    if (!library)
        fail_with_error("loading");
    return library;
}
static void *symbol(Library library, const char *name) { return (void *)GetProcAddress(library, name); }
static void unload(Library library, const PathChar *path) {
    if (!FreeLibrary(library))
        fail_with_error("unloading");
    if (!kept && GetModuleHandleW(path))
        fail("unloading", "the library is still there");
}
static long long memory(void) {         /* not PrivateUsage, which Wine does not know */
    PROCESS_MEMORY_COUNTERS counters;
    GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters);
    return (long long)counters.WorkingSetSize;
}
static double seconds(void) {
    LARGE_INTEGER now, frequency;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    return (double)now.QuadPart / (double)frequency.QuadPart;
}
#define main wmain
#else
#include <dlfcn.h>
#include <unistd.h>
typedef void *Library;
typedef char PathChar;
#define TEXT_MODE "w"
#define open_file fopen
#define to_number atoi

static Library load(const PathChar *path) {
    Library library = dlopen(path, RTLD_NOW);
    if (!library)
        fail("loading", dlerror());
    return library;
}
static void *symbol(Library library, const char *name) { return dlsym(library, name); }
static void unload(Library library, const PathChar *path) {
    if (dlclose(library))
        fail("unloading", dlerror());
    if (!kept && dlopen(path, RTLD_NOW | RTLD_NOLOAD))
        fail("unloading", "the library is still there");
}
static long long memory(void) {
    long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%*d %lld", &pages) != 1)
        fail("reading", "/proc/self/statm");
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}
static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
#endif

/* --------------------------------------------------------------------------------------------------------- inflate */

typedef struct {
    const unsigned char *in, *end;
    unsigned buffer, count;             /* bits that were read and not used yet */
    unsigned char *out;
    size_t written, size;
} Inflater;

typedef struct {
    unsigned short count[16], symbols[288];     /* codes of each length; their symbols in the order of codes */
} Huffman;

static unsigned bits(Inflater *s, unsigned need) {
    while (s->count < need) {
        if (s->in == s->end)
            fail("inflating", "the data end too early");
        s->buffer |= (unsigned)*s->in++ << s->count;
        s->count += 8;
    }
    unsigned value = s->buffer & ((1u << need) - 1);
    s->buffer >>= need;
    s->count -= need;
    return value;
}

static void build(Huffman *h, const unsigned char *lengths, int symbols) {
    unsigned short next[16] = {0};
    memset(h->count, 0, sizeof h->count);
    for (int i = 0; i < symbols; i++)
        h->count[lengths[i]]++;
    h->count[0] = 0;
    for (int length = 1; length < 15; length++)
        next[length + 1] = next[length] + h->count[length];
    for (int i = 0; i < symbols; i++)
        if (lengths[i])
            h->symbols[next[lengths[i]]++] = (unsigned short)i;
}

static unsigned decode(Inflater *s, const Huffman *h) {
    int code = 0, begin = 0, index = 0;         /* of this length: the code so far, the first one, its place in symbols */
    for (int length = 1; length < 16; length++) {
        code |= (int)bits(s, 1);
        if (code - begin < h->count[length])
            return h->symbols[index + code - begin];
        index += h->count[length];
        begin = (begin + h->count[length]) << 1;
        code <<= 1;
    }
    fail("inflating", "an unknown code");
    return 0;
}

static void put(Inflater *s, unsigned char byte) {
    if (s->written == s->size)
        fail("inflating", "more bytes than were promised");
    s->out[s->written++] = byte;
}

static void read_codes(Inflater *s, Huffman *literals, Huffman *distances, bool fixed) {
    static const unsigned char order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    unsigned char lengths[320] = {0};
    unsigned literal_count = 288, distance_count = 30;
    if (fixed) {
        memset(lengths, 8, 144);
        memset(lengths + 144, 9, 112);
        memset(lengths + 256, 7, 24);
        memset(lengths + 280, 8, 8);
        memset(lengths + 288, 5, 30);
    } else {
        literal_count = bits(s, 5) + 257;
        distance_count = bits(s, 5) + 1;
        unsigned codes = bits(s, 4) + 4;
        for (unsigned i = 0; i < codes; i++)
            lengths[order[i]] = (unsigned char)bits(s, 3);
        build(literals, lengths, 19);
        memset(lengths, 0, 19);
        for (unsigned i = 0; i < literal_count + distance_count;) {
            unsigned symbol = decode(s, literals), repeat = 1;
            unsigned char length = (unsigned char)symbol;
            if (symbol > 15) {
                length = symbol == 16 && i ? lengths[i - 1] : 0;
                repeat = symbol == 16 ? 3 + bits(s, 2) : symbol == 17 ? 3 + bits(s, 3) : 11 + bits(s, 7);
            }
            while (repeat-- && i < literal_count + distance_count)
                lengths[i++] = length;
        }
    }
    build(literals, lengths, (int)literal_count);
    build(distances, lengths + literal_count, (int)distance_count);
}

static void inflate_block(Inflater *s, bool fixed) {
    Huffman literals, distances;
    read_codes(s, &literals, &distances, fixed);
    for (unsigned symbol; (symbol = decode(s, &literals)) != 256;) {
        if (symbol < 256) {
            put(s, (unsigned char)symbol);
            continue;
        }
        /* Lengths and distances come in groups of four and of two, of which each further one has one bit more. */
        unsigned code = symbol - 257, extra = code < 8 || code == 28 ? 0 : code / 4 - 1;
        unsigned length = code == 28 ? 258 : code < 8 ? code + 3 : ((4 + code % 4) << extra) + 3 + bits(s, extra);
        code = decode(s, &distances);
        extra = code < 4 ? 0 : code / 2 - 1;
        size_t distance = code < 4 ? code + 1 : ((2u + code % 2) << extra) + 1 + bits(s, extra);
        if (distance > s->written)
            fail("inflating", "a distance beyond the begin");
        while (length--)
            put(s, s->out[s->written - distance]);
    }
}

/* RFC 1950 and 1951; the library's own checks replace the checksum. */
static void inflate(const unsigned char *in, size_t packed, unsigned char *out, size_t size) {
    Inflater s = {in + 2, in + packed, 0, 0, out, 0, size};
    for (bool last = false; !last;) {
        last = bits(&s, 1);
        unsigned kind = bits(&s, 2);
        if (kind == 0)
            fail("inflating", "a block that is stored as it is");       /* freeze.py's data have none */
        inflate_block(&s, kind == 1);
    }
    if (s.written != size)
        fail("inflating", "fewer bytes than were promised");
}

/* --------------------------------------------------------------------------------------------- names, arrays of bytes */

static char somewhere[1024];

static void *nothing(void) { return somewhere; }            /* a function of the interface that is asked for nothing */
static void *get_nothing(void) { return (void *)nothing; }  /* one that returns a function */

/* Names are kept for good, each once. */
static const char *names[4096];

static void new_name(const char **out, const char *text, GDExtensionBool is_static) {
    int i = 0;
    (void)is_static;
    while (names[i] && strcmp(names[i], text))
        if (++i == 4095)
            fail("naming", "too many names");
    if (!names[i])
        names[i] = strdup(text);
    *out = names[i];
}

typedef struct {
    unsigned char *data;
    int64_t size;
} Bytes;

static void bytes_new(Bytes *out) { *out = (Bytes){NULL, 0}; }
static void bytes_free(Bytes *array) { free(array->data); }
static unsigned char *bytes_at(Bytes *array, GDExtensionInt index) { return array->data + index; }

static void bytes_resize(Bytes *array, const int64_t *const *arguments, int64_t *error) {
    array->size = *arguments[0];
    array->data = realloc(array->data, (size_t)array->size);
    *error = 0;
}
static void bytes_decompress(Bytes *array, const int64_t *const *arguments, Bytes *out) {
    out->size = *arguments[0];
    out->data = malloc((size_t)out->size);
    inflate(array->data, (size_t)array->size, out->data, (size_t)out->size);
}
static void bytes_size(const Bytes *array, const void *arguments, int64_t *out) { (void)arguments; *out = array->size; }

static void *constructor(GDExtensionVariantType type) {
    return type == GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY ? (void *)bytes_new : (void *)nothing;
}
static void *destructor(GDExtensionVariantType type) {
    return type == GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY ? (void *)bytes_free : (void *)nothing;
}
static void *builtin_method(GDExtensionVariantType type, const char *const *name) {
    if (!strcmp(*name, "size"))
        return (void *)bytes_size;
    if (type != GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY)
        return (void *)nothing;
    return !strcmp(*name, "resize") ? (void *)bytes_resize : !strcmp(*name, "decompress") ? (void *)bytes_decompress : (void *)nothing;
}

/* The only variants that are looked into are a project's settings: there are none. */
static GDExtensionVariantType variant_type(void) { return GDEXTENSION_VARIANT_TYPE_NIL; }

/* ----------------------------------------------------------------------------------------------- what the library does */

static int classes, methods, unregistered;
static const char *lacks;               /* function or method that this engine does not know */

static void version(GDExtensionGodotVersion2 *out) {
    memset(out, 0, sizeof *out);
    out->major = 4, out->minor = 6, out->string = "a pretended 4.6";
}
static void told(const char *of, const char *text, const char *function, const char *file, int32_t line) {
    (void)of, (void)function;
    fprintf(results, "ERROR %s (%s:%d)\n", text, file, (int)line);
}
static void register_class(void *library, const char *const *name) {
    (void)library;
    classes++;
    if (first)
        fprintf(results, "class %s\n", *name);
}
static void register_method(void) { methods++; }
static void unregister_class(void) { unregistered++; }
static void *find_method(const char *const *name_of_class, const char *const *name) {
    (void)name_of_class;
    return lacks && !strcmp(*name, lacks) ? NULL : somewhere;
}

static const struct { const char *name; void *function; } FUNCTIONS[] = {
    {"get_godot_version2", version}, {"print_error_with_message", told}, {"print_warning_with_message", told},
    {"string_name_new_with_latin1_chars", new_name}, {"packed_byte_array_operator_index", bytes_at},
    {"packed_byte_array_operator_index_const", bytes_at}, {"variant_get_ptr_constructor", constructor},
    {"variant_get_ptr_destructor", destructor}, {"variant_get_ptr_builtin_method", builtin_method},
    {"variant_get_type", variant_type}, {"variant_get_ptr_internal_getter", get_nothing}, {"get_variant_from_type_constructor", get_nothing},
    {"get_variant_to_type_constructor", get_nothing},
    {"classdb_register_extension_class5", register_class}, {"classdb_register_extension_class_method", register_method},
    {"classdb_unregister_extension_class", unregister_class}, {"classdb_get_method_bind", find_method},
};

static GDExtensionInterfaceFunctionPtr get_proc_address(const char *name) {
    if (lacks && !strcmp(name, lacks))
        return NULL;
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++)
        if (!strcmp(FUNCTIONS[i].name, name))
            return (GDExtensionInterfaceFunctionPtr)FUNCTIONS[i].function;
    return (GDExtensionInterfaceFunctionPtr)(void *)nothing;
}

static void run(const PathChar *path) {
    double begin = seconds();
    Library library = load(path);
    GDExtensionInitializationFunction init = (GDExtensionInitializationFunction)symbol(library, "navpy_init");
    GDExtensionInitialization how = {0};

    classes = methods = unregistered = 0;
    if (!init)
        fail("loading", "there is no navpy_init");
    if (!init(get_proc_address, somewhere, &how))
        fail("navpy_init", "it returned 0");
    for (int level = how.minimum_initialization_level; level < GDEXTENSION_MAX_INITIALIZATION_LEVEL; level++)
        how.initialize(how.userdata, (GDExtensionInitializationLevel)level);
    double started = seconds();
    for (int level = GDEXTENSION_MAX_INITIALIZATION_LEVEL - 1; level >= (int)how.minimum_initialization_level; level--)
        how.deinitialize(how.userdata, (GDExtensionInitializationLevel)level);
    unload(library, path);
    fprintf(results, "run %d %d %d %.4f %.4f %lld\n", classes, methods, unregistered, started - begin, seconds() - started, memory());
    fflush(results);
    first = false;
}

int main(int count, PathChar **arguments) {
    lacks = getenv("ENGINE_LACKS");
    if (count != 4 || !(results = open_file(arguments[3], TEXT_MODE)))
        return 2;
    kept = getenv("ENGINE_KEEPS");
    if (kept)
        load(arguments[1]);
    for (int times = to_number(arguments[2]); times > 0; times--)
        run(arguments[1]);
    fclose(results);
    return 0;
}
