/* What nearly every module includes; without threads C++'s library lacks what waits for another one (base/parallel). */
#include "../../tools/precompiled.h"

namespace std::this_thread {
inline void yield() noexcept {}
}
