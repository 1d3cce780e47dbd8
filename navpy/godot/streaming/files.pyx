"""Files by the engine's FileAccess."""
from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memcpy
from libcpp.vector cimport vector
from navpy.godot.binding.gd cimport GDExtensionBool, GdPacked, GdString, PACKED_BYTE_ARRAY, STRING, navpy_gd
from navpy.godot.binding.packed cimport bytes_of, fill, text_of
from navpy.godot.binding.ptrcall cimport find_method, get, get_int, put, put2

cdef const void* OPEN = find_method(b"FileAccess", b"open", 1247358404)
cdef const void* GET_OPEN_ERROR = find_method(b"FileAccess", b"get_open_error", 166280745)
cdef const void* GET_LENGTH = find_method(b"FileAccess", b"get_length", 3905245786)
cdef const void* GET_POSITION = find_method(b"FileAccess", b"get_position", 3905245786)
cdef const void* SEEK = find_method(b"FileAccess", b"seek", 1286410249)
cdef const void* GET_BUFFER = find_method(b"FileAccess", b"get_buffer", 4131300905)
cdef const void* STORE_BUFFER = find_method(b"FileAccess", b"store_buffer", 114037665)
cdef const void* FLUSH = find_method(b"FileAccess", b"flush", 3218959716)
cdef const void* GET_ERROR = find_method(b"FileAccess", b"get_error", 3185525595)
cdef const void* CLOSE = find_method(b"FileAccess", b"close", 3218959716)
cdef const void* FILE_EXISTS = find_method(b"FileAccess", b"file_exists", 2323990056)
cdef const void* FOLDER_EXISTS = find_method(b"DirAccess", b"dir_exists_absolute", 2323990056)
cdef const void* OPEN_FOLDER = find_method(b"DirAccess", b"open", 1923528528)
cdef const void* IS_LINK = find_method(b"DirAccess", b"is_link", 2323990056)
cdef const void* READ_LINK = find_method(b"DirAccess", b"read_link", 1703090593)
cdef const void* RENAME = find_method(b"DirAccess", b"rename_absolute", 852856452)
cdef const void* REMOVE = find_method(b"DirAccess", b"remove_absolute", 166001499)

cdef enum:                          # FileAccess.ModeFlags
    READ = 1
    WRITE = 2
    READ_WRITE = 3              # of a file that is there

cdef enum:
    ERR_FILE_NOT_FOUND = 7

cdef int MOST_LINKS = 40            # one after another, as Linux follows

# By Error, the fate of a file: the engine's codes as it opens, moves or writes a file.
cdef dict NOT_DONE = {7: "there is no such file", 8: "there is no such drive", 9: "its path is none of the system's",
                      10: "there is no permission",
                      11: "another program has it", 12: "the system does not open it, for want of a permission most likely",
                      13: "it cannot be written",
                      14: "it cannot be read", 20: "its folder cannot be opened"}
cdef dict NOT_WRITTEN = {**NOT_DONE, 7: "its folder is not there"}


cdef str reason_of(dict reasons, int64_t error):
    return reasons.get(error, f"the engine's error {error}")


cdef bint is_folder(str path):
    cdef GdString name
    cdef GDExtensionBool exists = 0
    encoded = path.encode()
    navpy_gd.string_new_with_utf8_chars(&name, encoded)
    put(FOLDER_EXISTS, NULL, &name, &exists)
    navpy_gd.dtor[<int>STRING](&name)
    return exists


cdef void* open_file(str path, int64_t mode, dict reasons) except NULL:
    cdef GdString name
    cdef void* file = NULL
    cdef int64_t error
    if path == "":
        raise OSError("the path is empty")
    encoded = path.encode()
    navpy_gd.string_new_with_utf8_chars(&name, encoded)
    put2(OPEN, NULL, &name, &mode, &file)
    navpy_gd.dtor[<int>STRING](&name)
    if file == NULL:
        error = get_int(GET_OPEN_ERROR, NULL)
        raise OSError("it is a folder" if is_folder(path) else reason_of(reasons, error))
    return file


cdef void* open_to_read(str path) except NULL:
    return open_file(path, READ, NOT_DONE)


cdef void* open_to_write(str path) except NULL:
    return open_file(path, WRITE, NOT_WRITTEN)


cdef int check_replaceable(str path) except -1:
    """OSError: a thing is there whose place no file takes: a folder, a pipe, a device, a protected file."""
    cdef void* file = NULL
    try:
        file = open_file(path, READ_WRITE, {**NOT_WRITTEN, ERR_FILE_NOT_FOUND: None,
                                            12: "it is no regular file, or there is no permission"})
    except OSError as error:
        if error.args[0] is not None:
            raise
    close_file(&file)
    return 0


cdef str target_of(str path):
    """The target of the symbolic link at a path; empty where there is none."""
    cdef GdString name, target
    cdef void* folder = NULL
    cdef GDExtensionBool is_link = 0
    cdef str told = ""
    base = path[:path.rfind("/") + 1].encode() or b"."
    navpy_gd.string_new_with_utf8_chars(&name, base)
    put(OPEN_FOLDER, NULL, &name, &folder)
    navpy_gd.dtor[<int>STRING](&name)
    if folder == NULL:
        return told
    last = path[path.rfind("/") + 1:].encode()
    navpy_gd.string_new_with_utf8_chars(&name, last)
    put(IS_LINK, folder, &name, &is_link)
    if is_link:
        navpy_gd.ctor0[<int>STRING](&target, NULL)
        put(READ_LINK, folder, &name, &target)
        told = text_of(&target)
        navpy_gd.dtor[<int>STRING](&target)
    navpy_gd.dtor[<int>STRING](&name)
    navpy_gd.ref_set_object(&folder, NULL)
    return told


cdef str linked_file(str path):
    """The file replaced in place of a path: the target of a symbolic link, which stays."""
    cdef int _i
    for _i in range(MOST_LINKS):
        target = target_of(path)
        if target == "":
            return path
        is_whole = target.startswith("/") or ":" in target.split("/")[0]        # of a drive, of a project
        path = target if is_whole else path[:path.rfind("/") + 1] + target
    raise OSError("it is a symbolic link that leads to itself")


cdef void close_file(void** file) noexcept nogil:
    if file[0] != NULL:
        get(CLOSE, file[0], NULL)
    navpy_gd.ref_set_object(file, NULL)


cdef int64_t file_length(void* file) noexcept nogil:
    return get_int(GET_LENGTH, file)


cdef int read_file(void* file, int64_t offset, int64_t size, uint8_t* out) noexcept nogil:
    cdef GdPacked packed
    cdef const uint8_t* found
    cdef int64_t count
    cdef int result = 1
    if offset < 0 or size < 0 or size > file_length(file) - offset:     # the engine would allocate as many bytes as are asked for
        return 1
    navpy_gd.ctor0[<int>PACKED_BYTE_ARRAY](&packed, NULL)
    put(SEEK, file, &offset, NULL)
    put(GET_BUFFER, file, &size, &packed)
    found = bytes_of(&packed, &count)
    if count == size:
        memcpy(out, found, size)
        result = 0
    navpy_gd.dtor[<int>PACKED_BYTE_ARRAY](&packed)
    return result


cdef int write_file(void* file, int64_t offset, const vector[uint8_t]* bytes) except -1:
    cdef GdPacked packed
    cdef GDExtensionBool stored = 0
    navpy_gd.ctor0[<int>PACKED_BYTE_ARRAY](&packed, NULL)
    fill(PACKED_BYTE_ARRAY, &packed, bytes.data(), <int64_t>bytes.size())
    put(SEEK, file, &offset, NULL)
    put(STORE_BUFFER, file, &packed, &stored)
    navpy_gd.dtor[<int>PACKED_BYTE_ARRAY](&packed)
    if not stored or get_int(GET_POSITION, file) != offset + <int64_t>bytes.size():
        raise OSError("it cannot be written: the disk is full, or it fails")
    return 0


cdef int flush_file(void* file) except -1:
    cdef int64_t error
    get(FLUSH, file, NULL)
    error = get_int(GET_ERROR, file)
    if error != 0:
        raise OSError(f"it cannot be written: {reason_of(NOT_WRITTEN, error)}")
    return 0


cdef int rename_file(str path, str new_path) except -1:
    cdef GdString old, new
    cdef int64_t error = 0
    first, second = path.encode(), new_path.encode()
    navpy_gd.string_new_with_utf8_chars(&old, first)
    navpy_gd.string_new_with_utf8_chars(&new, second)
    put2(RENAME, NULL, &old, &new, &error)
    navpy_gd.dtor[<int>STRING](&old)
    navpy_gd.dtor[<int>STRING](&new)
    if error != 0:
        raise OSError(f"{path} cannot take its place: {reason_of(NOT_WRITTEN, error)}")
    return 0


cdef void remove_file(str path) noexcept:
    cdef GdString name
    cdef GDExtensionBool exists = 0
    cdef int64_t error = 0
    encoded = path.encode()
    navpy_gd.string_new_with_utf8_chars(&name, encoded)
    put(FILE_EXISTS, NULL, &name, &exists)
    if exists:
        put(REMOVE, NULL, &name, &error)
    navpy_gd.dtor[<int>STRING](&name)
