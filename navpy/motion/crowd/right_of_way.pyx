"""Right of way: what of keeping two agents apart is up to either of them, and who steps aside for whom.

ORCA (van den Berg, Guy, Lin & Manocha 2011) lets two agents share alike. Then those who crowd before a door hold each other up, the one at
the threshold by those behind it, and two streams in a passage stand for ever. So the shares here are unlike:

* Of two who go the same way the one ahead heeds the other the less the further it is ahead; at a corner, the one nearer to it.
* Who gets no further for a while insists, and has a claim: the longer it has had that, the sooner it goes. Others pass on from one to the
  next who go the same way, backwards for a few agents, so that a group goes through together and then the other side's; forwards to
  all, as who is in the way of an old claim must not wait for a younger one ("priority inheritance", Okumura, Machida, Défago &
  Tamura 2019, Priority Inheritance with Backtracking for Iterative Multi-agent Path Finding). Ages never tie but for agents that have
  insisted for equally long; then a hash of the agent decides, so nothing depends on who is asked first.
* Who stands in the way of one that goes first steps out of it, those who have arrived, too."""
from libc.math cimport fabs, isnan, sqrt
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, STATUS_SUCCESS
from navpy.motion.crowd.agent cimport Agent, Claim, pace_of
from navpy.base.neighbor_grid cimport find_within
from navpy.base.splitmix cimport scramble
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, scale, square, subtract, truncate, vec2

# In paces, the seconds in which an agent goes as far as it is wide (`pace_of`):
cdef double PATIENCE = 5.0              # without headway, after which an agent insists
cdef double TOO_LONG = 12.0             # likewise, after which those who go the same way let it in
cdef double INSISTS = 60.0              # that it goes on so once it walks freely: at half its speed at least, or pushed by nobody
cdef double EXPIRES = 60.0              # after which a claim is over, and the next one is a young one: one side does not go first for ever

# Of a radius:
cdef double NEAR = 20.0                 # from a corner: what is nearer has it for a gate
cdef double PASSES = 2.0                # between the gates of two who pass the same one
cdef double TOUCHES = 2.6               # between two in the open who may go together
cdef double GATHERS = 6.0               # between two who may

cdef double SAME_GOAL = 0.5             # metres between two goals that are one

cdef double SAME_COURSE = 0.7           # cosine between two courses that are one

# Of the sum of two radii:
cdef double LANE = 1.2                  # how far from the line that one wants to go another is in its way
cdef double LETS_PASS = 4.0             # how near one comes to another before it lets it pass
cdef double LEAD = 0.5                  # how far one is ahead before the other has to do all
cdef double HEADSTART = 0.15            # that who has the higher rank is taken to be further ahead, lest two wait for each other side by side
cdef double GRACE = 0.2                 # likewise for each pace that one has waited for too long, lest others pass it for ever
cdef double MOST_GRACE = 3.0

cdef enum:
    HOPS = 5                            # from one to the next that a claim is passed on backwards


# ---- what of an agent counts ----

cdef inline Vec2 path_point(const FollowedPath* path, int32_t i) noexcept nogil:
    return vec2(path.points[3 * i], -path.points[3 * i + 2])


cdef void add_gate(Manners* manners, Vec2 place, Vec2 course) noexcept nogil:
    cdef double size = sqrt(square(course))
    if size > 0.0:
        manners.gates[manners.gate_count].place, manners.gates[manners.gate_count].course = place, scale(course, 1.0 / size)
        manners.gate_count += 1


cdef void note_gates(const Agent* agent, const FollowedPath* path, Vec2 position, Manners* manners) noexcept nogil:
    """Its path tells where an agent goes, its wish only where it does so now: on its way round others it may be any."""
    cdef int32_t last = <int32_t>(path.points.size() // 3) - 1, next = agent.next_corner
    cdef double near = NEAR * agent.params.radius
    cdef Vec2 corner
    manners.gate_count = manners.bend = 0
    if next > 1:
        corner = path_point(path, next - 1)
        if square(subtract(corner, position)) < near * near:
            add_gate(manners, corner, subtract(path_point(path, next), corner))
    if next < last and manners.to_corner < near:
        add_gate(manners, manners.corner, subtract(path_point(path, next + 1), manners.corner))
    if next < last:
        manners.bend = 1 if det(subtract(manners.corner, position), subtract(path_point(path, next + 1), manners.corner)) > 0.0 else -1
    manners.in_the_open = manners.gate_count == 0
    if manners.in_the_open:
        add_gate(manners, position, manners.wish)


cdef void note_manners(const Agent* agent, int32_t slot, const FollowedPath* path, const Body* body, Manners* out) noexcept nogil:
    out.ground = agent.position[1] - (agent.lift if agent.poly != NO_POLY else 0.0 if isnan(agent.height) else agent.height)
    out.height, out.priority, out.max_speed, out.slot = agent.params.height, agent.params.avoidance_priority, agent.params.max_speed, slot
    out.layers, out.mask = agent.params.avoidance_layers, agent.params.avoidance_mask
    out.walks, out.yields = agent.active, agent.params.yields and not agent.active
    out.rests, out.goal = agent.status == STATUS_SUCCESS and not agent.active, vec2(agent.target[0], -agent.target[2])
    out.waited = agent.waited / pace_of(agent)
    out.is_aside = agent.is_aside and square(body.velocity) > 0.0
    out.rank = scramble((<uint64_t>agent.generation << 32) | <uint64_t>slot)
    out.wish = vec2(agent.desired_velocity[0], -agent.desired_velocity[2])
    out.corner, out.to_corner, out.gate_count, out.bend, out.in_the_open = body.position, 0.0, 0, 0, True
    if agent.active and not path.points.empty():
        out.corner = path_point(path, agent.next_corner)
        out.to_corner = sqrt(square(subtract(out.corner, body.position)))
        note_gates(agent, path, body.position, out)


# ---- claims ----

cdef inline void drop(Claim* claim) noexcept nogil:
    claim.rank, claim.age, claim.hops = 0, 0.0, 0


cdef bint insists(Agent* agent, double dt) noexcept nogil:
    """Once it has waited for long it goes on insisting until it has walked freely for a while."""
    cdef double pace = pace_of(agent), x = agent.velocity[0], z = agent.velocity[2]
    if agent.active and agent.waited > PATIENCE * pace:
        agent.insists = INSISTS * pace
    elif agent.insists > 0.0 and not (agent.is_pushed and 4.0 * (x * x + z * z) < agent.params.max_speed * agent.params.max_speed):
        agent.insists -= dt
    if not agent.active or not agent.insists > 0.0:
        drop(&agent.claim)
        return False
    agent.claim.age += dt
    if agent.claim.age > EXPIRES * pace:
        drop(&agent.claim)
    return True


cdef inline bint is_older(const Claim* claim, const Claim* other) noexcept nogil:
    return claim.age > other.age or (claim.age == other.age and claim.rank > other.rank)


cdef bint go_together(const Manners* own, const Manners* other, double radius) noexcept nogil:
    """Do both pass a place in the same direction?"""
    cdef double reach = radius * (TOUCHES if own.in_the_open and other.in_the_open else PASSES)
    cdef int32_t i, k
    for i in range(own.gate_count):
        for k in range(other.gate_count):
            if square(subtract(own.gates[i].place, other.gates[k].place)) < reach * reach \
                    and dot(own.gates[i].course, other.gates[k].course) > SAME_COURSE:
                return True
    return False


cdef int spread_claims(const Body* bodies, Manners* manners, const NeighborGrid* grid, const vector[int32_t]* insisting, vector[Agent]* agents,
                       vector[int32_t]* near) except -1 nogil:
    """Who insists takes over the oldest claim of those nearby who go together with it, or makes one. All look at the claims as they
    were before."""
    cdef const Manners* own
    cdef const Manners* other
    cdef Claim* claim
    cdef size_t i, k
    cdef int32_t index
    for i in range(insisting.size()):
        index = insisting.at(i)
        own = &manners[index]
        claim = &agents[0][own.slot].claim
        if claim.rank == 0:
            claim.rank = own.rank
        find_within(grid, bodies[index].position.x, bodies[index].position.y, GATHERS * bodies[index].radius, near)
        for k in range(near.size()):
            other = &manners[near.at(k)]
            if other.claim.rank != 0 and is_older(&other.claim, claim) and go_together(own, other, bodies[index].radius) and (
                    other.claim.hops < HOPS or dot(other.wish, subtract(bodies[index].position, bodies[near.at(k)].position)) > 0.0):
                claim.rank, claim.age, claim.hops = other.claim.rank, other.claim.age, min(other.claim.hops + 1, HOPS)
    for i in range(insisting.size()):
        index = insisting.at(i)
        manners[index].claim = agents[0][manners[index].slot].claim
    return 0


# ---- of two ----

cdef bint goes_first(const Manners* own, const Manners* other) noexcept nogil:
    return own.insists and (not other.insists or is_older(&own.claim, &other.claim))


cdef bint has_its_place(const Manners* own, const Manners* other) noexcept nogil:
    return own.rests and square(subtract(own.goal, other.goal)) <= SAME_GOAL * SAME_GOAL and meet(own, other)


cdef bint go_same_way(const Manners* own, const Manners* other, double reach) noexcept nogil:
    cdef double along = dot(own.wish, other.wish)
    return (own.insists and other.insists and own.claim.rank == other.claim.rank) \
        or (along > 0.0 and along * along > SAME_COURSE * SAME_COURSE * square(own.wish) * square(other.wish)) \
        or go_together(own, other, 0.5 * reach)


cdef inline double grace_of(const Manners* manners) noexcept nogil:
    return max(0.0, min(MOST_GRACE, GRACE * (manners.waited - TOO_LONG)))


cdef double share_by_lead(const Manners* own, const Manners* other, Vec2 gap, double reach) noexcept nogil:
    """Without a jump from the one to the other, which would shake them."""
    cdef Vec2 way = add(own.wish, other.wish)
    cdef double lead = HEADSTART if own.rank > other.rank else -HEADSTART, size
    if square(subtract(own.corner, other.corner)) < reach * reach:
        lead += (other.to_corner - own.to_corner) / reach
    else:
        size = sqrt(square(way))
        if size > 0.0:
            lead -= dot(way, gap) / (size * reach)
    lead += grace_of(own) - grace_of(other)
    return 0.5 - 0.5 * max(-1.0, min(1.0, lead / LEAD))


cdef double share_of(const Manners* own, const Manners* other, Vec2 gap, double reach, bint same_way) noexcept nogil:
    if not own.mask & other.layers:
        return 0.0
    if not other.mask & own.layers:
        return 1.0
    if not other.walks:
        return 0.0 if other.is_aside and own.insists else 1.0
    if not own.walks:
        return 1.0 if other.insists else 0.0
    if own.priority != other.priority:
        return 1.0 if own.priority < other.priority else 0.0
    if same_way:
        return share_by_lead(own, other, gap, reach)
    if own.insists or other.insists:
        return 0.0 if goes_first(own, other) else 1.0
    return share_by_lead(own, other, gap, reach) if dot(own.wish, other.wish) > 0.0 else 0.5


cdef bint is_in_way(const Manners* own, const Manners* other, Vec2 gap, double reach, bint same_way) noexcept nogil:
    """Is one in the lane of another nearby that goes first?"""
    cdef double speed
    if not other.insists or square(gap) > reach * reach * LETS_PASS * LETS_PASS:
        return False
    if own.walks and (not goes_first(other, own) or own.priority > other.priority or same_way):
        return False
    speed = sqrt(square(other.wish))
    return fabs(det(other.wish, gap)) < LANE * reach * speed and dot(other.wish, gap) < reach * speed


cdef Vec2 out_of_way(const Manners* other, Vec2 gap, double speed) noexcept nogil:
    """Ahead of the other one, and to the side of its lane that one stands on."""
    cdef double side = -1.0 if det(other.wish, gap) > 0.0 else 1.0
    return truncate(scale(add(other.wish, scale(left_of(other.wish), side)), 1e6), speed)
