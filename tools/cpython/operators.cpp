/* libc++'s own operators new and delete would be exported from a macOS library, as zig's linker knows no list of exports.
 * These are hidden, by -fvisibility-global-new-delete=force-hidden. */
#include <cstdlib>
#include <new>

void *operator new(std::size_t size) {
    for (;;) {
        if (void *memory = std::malloc(size ? size : 1))
            return memory;
        std::new_handler handler = std::get_new_handler();
        if (!handler)
            throw std::bad_alloc();
        handler();
    }
}

void *operator new[](std::size_t size) { return operator new(size); }
void *operator new(std::size_t size, const std::nothrow_t &) noexcept { return std::malloc(size ? size : 1); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::size_t) noexcept { std::free(memory); }

void *operator new(std::size_t size, std::align_val_t alignment) {
    for (;;) {
        void *memory = nullptr;
        if (posix_memalign(&memory, static_cast<std::size_t>(alignment), size ? size : 1) == 0)
            return memory;
        std::new_handler handler = std::get_new_handler();
        if (!handler)
            throw std::bad_alloc();
        handler();
    }
}

void *operator new[](std::size_t size, std::align_val_t alignment) { return operator new(size, alignment); }
void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
