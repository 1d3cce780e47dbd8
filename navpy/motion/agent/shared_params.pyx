from cython.operator cimport dereference, preincrement
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset
from libcpp.pair cimport pair
from libcpp.unordered_map cimport unordered_multimap

from navpy.base.splitmix cimport scramble
from navpy.motion.agent.agent_params cimport are_same, copy_params

ctypedef unordered_multimap[uint64_t, ParamsEntry].iterator Place


cdef uint64_t hash_of(const AgentParams* params) noexcept nogil:
    """Of parameters whose padding is 0."""
    cdef const char* bytes = <const char*>params
    cdef uint64_t sum = 0, word
    cdef size_t at = 0
    while at < sizeof(AgentParams):
        memcpy(&word, bytes + at, sizeof(word))
        sum = scramble(sum + word)
        at += sizeof(word)
    return sum


cdef void drop_user(SharedParams* all, const AgentParams* params) noexcept nogil:
    cdef pair[Place, Place] found
    cdef ParamsEntry* entry = <ParamsEntry*>params          # its first field
    entry.users -= 1
    if entry.users > 0:
        return
    if all.last == entry:
        all.last = NULL
    found = all.entries.equal_range(hash_of(params))
    while &dereference(found.first).second != entry:
        preincrement(found.first)
    all.entries.erase(found.first)


cdef int share_params(SharedParams* all, const AgentParams* params, const AgentParams** place) except -1 nogil:
    cdef const AgentParams* before = place[0]
    cdef ParamsEntry fresh
    cdef pair[Place, Place] found
    cdef uint64_t hash
    if all.last == NULL or not are_same(&all.last.params, params):
        memset(&fresh, 0, sizeof(fresh))
        copy_params(&fresh.params, params)
        hash = hash_of(&fresh.params)
        found = all.entries.equal_range(hash)
        while found.first != found.second and not are_same(&dereference(found.first).second.params, params):
            preincrement(found.first)
        if found.first == found.second:
            found.first = all.entries.insert(pair[uint64_t, ParamsEntry](hash, fresh))
        all.last = &dereference(found.first).second
    all.last.users += 1
    place[0] = &all.last.params
    if before != NULL:
        drop_user(all, before)
    return 0


cdef void forget_params(SharedParams* all) noexcept nogil:
    all.entries.clear()
    all.last = NULL
