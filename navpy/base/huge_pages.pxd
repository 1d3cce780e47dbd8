"""Large arrays in large pages of memory. An array that is read here and there costs a walk through the page tables for nearly every
read, where its pages are of 4 kB; Linux gives pages of 2 MB to memory that asks for them before it is filled. Elsewhere nothing
happens."""
from libcpp.vector cimport vector

cdef extern from *:
    """
    #include <cstddef>
    #include <cstdint>
    #include <utility>
    #include <vector>
    #if defined(__linux__)
    #include <sys/mman.h>
    #endif

    // An empty vector with room for `count` values.
    template <class T> std::vector<T> navpy_room_in_huge_pages(size_t count)
    {
        std::vector<T> room;
        room.reserve(count);
    #if defined(__linux__) && defined(MADV_HUGEPAGE)
        const uintptr_t page = 4096, huge = (uintptr_t)2 << 20, data = (uintptr_t)room.data();
        const uintptr_t begin = (data + page - 1) / page * page, end = (data + room.capacity() * sizeof(T)) / page * page;
        if (end > begin && end - begin >= huge)
            (void)madvise((void *)begin, end - begin, MADV_HUGEPAGE);
    #endif
        return room;
    }

    template <class T> void navpy_reserve_in_huge_pages(std::vector<T> *values, size_t count)
    {
        if (count <= values->capacity())
            return;
        std::vector<T> larger = navpy_room_in_huge_pages<T>(count > 2 * values->capacity() ? count : 2 * values->capacity());
        for (T &value : *values)
            larger.push_back(std::move(value));
        values->swap(larger);
    }

    template <class T> void navpy_settle_in_huge_pages(std::vector<T> *values)
    {
        std::vector<T> settled = navpy_room_in_huge_pages<T>(values->size());
        settled.insert(settled.end(), values->begin(), values->end());
        values->swap(settled);
    }
    """
    # As vector.reserve; its capacity grows at least twofold. A wish: a system that denies it leaves the pages small.
    void reserve_in_huge_pages "navpy_reserve_in_huge_pages"[T](vector[T]* values, size_t count) except + nogil
    # Moves a vector that will not grow any more, as vector.shrink_to_fit does.
    void settle_in_huge_pages "navpy_settle_in_huge_pages"[T](vector[T]* values) except + nogil
