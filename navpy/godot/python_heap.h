/* The memory of the Python inside this library, which is freed when the library is unloaded. */
#ifndef NAVPY_GODOT_PYTHON_HEAP_H
#define NAVPY_GODOT_PYTHON_HEAP_H

void navpy_begin_heap(void);            /* before Python starts */
void navpy_end_heap(void);              /* after Python's end */

#endif
