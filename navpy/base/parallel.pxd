"""Tasks that may run at once, and who runs them: the calling thread alone, the threads of an executor, or an engine's."""
from libc.stdint cimport int32_t

cdef extern from "<thread>" namespace "std::this_thread" nogil:
    void yield_thread "std::this_thread::yield"()

cdef enum:
    ROWS_PER_TASK = 256             # of a user's array: it outweighs a task's hand-over, and the look for signals after it

# One of several tasks, by its index. Tasks that share memory must not write what another one reads.
ctypedef int (*Task)(void* userdata, int32_t index) except -1 nogil

cdef struct Runner:                 # the threads that tasks run on
    # Runs the tasks 0 … count − 1, each once, and returns when all have ended; then it raises what one of them has raised. Tasks begin
    # in the order of their indices, so task 0 has begun when any other one runs.
    int (*run)(Task task, void* userdata, int32_t count, void* context) except -1 nogil
    void* context                   # the runner's own, borrowed
    int32_t workers                 # threads at most, the calling one included

cdef Runner serial_runner() noexcept nogil                  # the calling thread alone
# The threads of a concurrent.futures.Executor and the calling one; of None the serial runner. ValueError: anything else.
cdef Runner executor_runner(executor) except *
cdef int check_executor(executor) except -1                 # the same ValueError


cdef inline int parallel_for(const Runner* runner, Task task, void* userdata, int32_t count) except -1 nogil:
    if count == 1:                  # no other thread could help
        return task(userdata, 0)
    return runner.run(task, userdata, count, runner.context)
