"""WorldIndex: what is always in memory of a streamed world: where each tile lies in the file, and the coarse graph over all of them.

The coarse graph is HPA*'s (Botea, Müller & Schaeffer 2004) with a tile as a cluster. A gate is a stretch of the border between two
tiles on which a component of one and a component of the other hang together, or an off-mesh link from one tile to another. Each tile
has the lengths of the ways inside it between all of its gates.

What a way costs depends on who asks: on the costs of areas, and on a filter. So polygons and links are of classes, and where a tile
has several, each way is a choice of ways whose length is known class by class (route_costs)."""
from libc.stdint cimport int16_t, int32_t, int64_t, uint64_t
from libcpp.vector cimport vector

cdef enum:
    MIXED = -1                      # in WorldIndex.tile_classes
    MOST_CLASSES = 0x7fff

cdef struct TileEntry:              # a tile in the file, as written; no padding
    int32_t x, z                    # tile coordinates
    int64_t offset                  # bytes from the begin of the file
    int64_t size                    # bytes
    uint64_t checksum               # the one in the tile's own bytes
    int64_t memory                  # bytes that the arrays of a loaded mesh take for it

cdef enum GateKind:
    GATE_ON_X = 0                   # on a border at one x: its stretch runs along z
    GATE_ON_Z = 1                   # on a border at one z
    GATE_LINK = 2                   # an off-mesh link, which leads from tiles[0] to tiles[1] alone

cdef struct WorldGate:              # as written, island excepted; no padding
    float point[3]                  # meters: middle of the stretch, or where the link is left
    float half_width                # meters: the stretch reaches so far to both sides of its middle
    float land[3]                   # meters: where the link lands; else the point
    float cost                      # meters of the link, in the plan; else 0
    int32_t tiles[2]                # indices in WorldIndex.tiles; of a border, that with the lesser z, then x, first
    int32_t polys[2]                # polygons of these tiles at its middle, counted from the tile's first
    int32_t kind                    # GateKind
    int32_t island                  # label: gates that ways join, however one-way, have the same

cdef struct GroundClass:            # polygons, or links, that costs and filters tell from others; as written, no padding
    int32_t area                    # area id
    int32_t flags
    int32_t kind                    # the user's, of links; 0 of polygons
    int32_t is_link                 # 0: polygons; 1: links

cdef struct GateClasses:            # as written; no padding
    int16_t ends[2]                 # class of the polygon on each of its tiles
    int16_t link                    # class of the link, −1: it is on a border
    int16_t reserved                # 0

cdef struct Share:                  # of a way, as written; no padding
    int32_t ground                  # class
    float meters                    # in the plan

cdef cppclass WayChoices:           # of ways between two gates inside a tile: of each way some choices, of each choice its shares
    vector[int32_t] first_choice    # by way, and one more: choices [first_choice[i], first_choice[i + 1])
    vector[int32_t] first_share     # by choice, and one more
    vector[Share] shares

cdef cppclass WorldIndex:
    double agent_radius, agent_height, climb        # meters, as baked; 0 where unknown
    double tile_size                # meters
    double origin_x, origin_z       # meters, where tile (0, 0) begins
    double link_reach               # meters: of all off-mesh links the most along x or z; known while the world is written
    vector[TileEntry] tiles         # by z, then x
    vector[WorldGate] gates
    vector[int32_t] first_gate      # by tile: its gates are tile_gates[first_gate[i] … first_gate[i + 1] − 1]
    vector[int32_t] tile_gates      # indices in gates, ascending in each tile
    vector[int64_t] first_cost      # by tile: of its n gates, costs[first_cost[i] + n * from + to] is the way from one to another
    vector[float] costs             # meters in the plan of the shortest way; infinite: none leads there inside the tile
    vector[GroundClass] classes     # ascending, 0 … MOST_CLASSES; empty: a file of format 1, whose ways have lengths alone
    vector[GateClasses] gate_classes    # parallel to gates; empty likewise
    vector[int32_t] tile_classes    # by tile: the one class of all its ways, MIXED: see choices; empty likewise
    vector[int64_t] first_mixed     # by tile that is MIXED: its ways are those of choices from here on, in the order of its costs
    WayChoices choices

cdef int32_t find_entry(const WorldIndex* world, int32_t x, int32_t z) noexcept nogil       # index in tiles, −1: there is no such tile
cdef int32_t entry_at(const WorldIndex* world, double x, double z) noexcept nogil           # of the tile at a place in meters
# first_gate, tile_gates and first_cost from the gates, and first_mixed from the tiles' classes. Returns the number of ways of MIXED
# tiles.
cdef int64_t list_tile_gates(WorldIndex* world) except -1 nogil
# Adds a class that is not there yet.
cdef int add_class(WorldIndex* world, const GroundClass* ground) except -1 nogil
# Index of a class that is there.
cdef int32_t class_of(const WorldIndex* world, int32_t area, int32_t flags, int32_t kind, int32_t is_link) noexcept nogil
# The islands of the gates, when gates and costs are there.
cdef int label_gates(WorldIndex* world) except -1 nogil
# Bytes that the coarse graph takes, the index of tiles excepted.
cdef int64_t graph_bytes(const WorldIndex* world) noexcept nogil


cdef inline int32_t gate_count(const WorldIndex* world, int32_t tile) noexcept nogil:
    return world.first_gate[tile + 1] - world.first_gate[tile]


cdef inline int side_of(const WorldGate* gate, int32_t tile) noexcept nogil:
    """0 or 1: which of the gate's tiles this is."""
    return gate.tiles[1] == tile


cdef inline bint leads_out(const WorldGate* gate, int32_t tile) noexcept nogil:
    """May the gate be taken from this tile?"""
    return gate.kind != GATE_LINK or gate.tiles[0] == tile


cdef inline bint leads_in(const WorldGate* gate, int32_t tile) noexcept nogil:
    """May the gate be taken to this tile?"""
    return gate.kind != GATE_LINK or gate.tiles[1] == tile


cdef inline const float* place_on(const WorldGate* gate, int32_t tile) noexcept nogil:
    """The gate's point on one of its tiles."""
    if gate.tiles[1] == tile:
        return gate.land
    return gate.point
