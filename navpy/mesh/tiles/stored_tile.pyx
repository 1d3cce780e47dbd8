"""A tile with its off-mesh links as bytes that stand alone, checked in full as they are read."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcmp, memcpy
from libcpp.vector cimport vector

from navpy.mesh.mesh_view cimport BY_HAND, OffMeshLink
from navpy.mesh.off_mesh_link cimport StoredLink, restore_link, store_link
from navpy.mesh.tiles.tile_bytes cimport ByteReader, hash_bytes, read_bytes, read_tile, write_bytes, write_tile
from navpy.mesh.tiles.tile_data cimport TileData
from navpy.mesh.topology cimport FAULT_NONE, Fault

cdef enum:
    FORMAT = 2

cdef const char* MAGIC = b"NAVPYTIL"


cdef int write_stored_tile(const TileData* tile, const vector[OffMeshLink]* directions, vector[uint8_t]* out) except -1 nogil:
    cdef StoredHead head
    cdef StoredLink stored
    cdef size_t begin = out.size(), i
    out.resize(begin + sizeof(head))
    write_tile(tile, out)
    for i in range(directions.size()):
        store_link(&directions[0][i], &stored)
        write_bytes(out, &stored, sizeof(stored))
    memcpy(head.magic, MAGIC, sizeof(head.magic))
    head.format = FORMAT
    head.checksum = hash_bytes(out.data() + begin + sizeof(head), <int64_t>(out.size() - begin - sizeof(head)))
    memcpy(out.data() + begin, &head, sizeof(head))
    return 0


cdef const char* read_head(ByteReader* reader) noexcept nogil:
    """NULL where the bytes begin as a tile's do and have their checksum, else what is wrong."""
    cdef StoredHead head
    if not read_bytes(reader, &head, sizeof(head)) or memcmp(head.magic, MAGIC, sizeof(head.magic)) != 0:
        return b"does not begin as a tile does"
    if head.format != FORMAT:
        return b"has another format than 2, which this program reads"
    if head.checksum != hash_bytes(reader.at, reader.left):
        return b"the checksum is wrong, it is damaged"
    return NULL


cdef int read_stored_tile(const uint8_t* data, int64_t size, TileData* tile, vector[OffMeshLink]* directions, vector[int32_t]* scratch,
                          const char** wrong, Fault* fault) except -1 nogil:
    cdef ByteReader reader
    cdef StoredLink stored
    cdef OffMeshLink direction
    directions.clear()
    fault.kind = FAULT_NONE
    reader.at, reader.left = data, size
    wrong[0] = read_head(&reader)
    if wrong[0] == NULL:
        read_tile(&reader, tile, scratch, wrong, fault)
    if wrong[0] == NULL and reader.left % <int64_t>sizeof(StoredLink) != 0:
        wrong[0] = b"the bytes behind its polygons are no whole number of links"
    while wrong[0] == NULL and read_bytes(&reader, &stored, sizeof(stored)):
        if not restore_link(&stored, &direction) or direction.of_tile == BY_HAND:
            wrong[0] = b"a link's numbers are out of range"
        directions.push_back(direction)
    return 0
