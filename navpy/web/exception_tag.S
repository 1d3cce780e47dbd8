# What C++ throws in WebAssembly: a tag with the address of the exception.
.globl __cpp_exception
.tagtype __cpp_exception i32
__cpp_exception:
