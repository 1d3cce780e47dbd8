"""The dials of the crowd: the numbers that were chosen, and shape how a crowd moves. Over each stands where it comes from, behind it
the scene of bench/bench_dials.py, or the test, that shows what it does. A dial that follows from another is written by it. Tolerances
and amounts of work are constants of their modules."""

cdef extern from * namespace "navpy_dials" nogil:
    """
    namespace navpy_dials {
    // ---- Agents, paths, attempts ----
    // that the width of a bottleneck counts for: those who pass in the first seconds outweigh it
    inline constexpr double FIRST_PASSED = 4.0;                     // two doors
    // attempts to return home after which an agent stays where it is
    inline constexpr int RETURN_TRIES = 3;                          // test_an_agent_whose_home_is_taken_tries_for_a_while
    // inheritances by agents behind: larger groups would keep the other side waiting
    inline constexpr int BACKWARD_HOPS = 5;                         // test_a_priority_is_inherited_by_all_ahead_and_by_five_behind
    // of places around a goal
    inline constexpr int MOST_RINGS = 6;                            // one goal, 24
    // places around a goal at a time: three full rings around one body. More fill a disc, by touch
    inline constexpr int PLACES_AT_ONCE = 36;                       // one goal, 24

    // ---- Diameter times (diameter_time in agent.pxd): a queue moves up by one agent in about one of them ----
    // without progress until an agent changes places with others around its goal
    inline constexpr double CHANGE_PLACE_AFTER = 1.0;               // one goal, 24
    // without progress until an agent may arrive among others: before it presses, so nobody presses at a full goal
    inline constexpr double ARRIVE_AFTER = 2.5;                     // one goal, 60
    // without a push until an agent goes home: those for whom it stepped aside have gone past
    inline constexpr double RETURN_AFTER = 3.0;                     // aside, 3 m
    // for which an agent is held until a bottleneck is looked for: a body starts and turns in less
    inline constexpr double HELD_AFTER = 3.0;                       // two doors
    // without progress until a detour, and between two of them: before it presses, so a detour comes first
    inline constexpr double DETOUR_AFTER = 3.0;                     // standing, field
    // without progress until an agent presses: a queue of a few agents moves up sooner, so most never press
    inline constexpr double PRESS_AFTER = 5.0;                      // standing, yield
    // without progress until an agent is let in: more than twice PRESS_AFTER, so pressing did not help
    inline constexpr double LET_IN_AFTER = 12.0;                    // ring of 24
    // times DETOUR_AFTER until the next attempt if the way is blocked, as an attempt costs a search: by then it is let in
    inline constexpr double BLOCKED_WAIT = LET_IN_AFTER / DETOUR_AFTER; // standing, doors
    // between two looks of an agent for another way: a queue of ten moves up twice
    inline constexpr double RECONSIDER_AFTER = 20.0;                // corridor
    // after ARRIVE_AFTER in which DENSITY falls by half: in corridors agents cannot fill a disc
    inline constexpr double DENSITY_HALF_LIFE = RECONSIDER_AFTER;   // dead end
    // of free walking until an agent ceases to press: a group of dozens stays one while it goes through. As long lasts a
    // priority: then the group of the other side has its turn
    inline constexpr double PRESS_FOR = 5.0 * LET_IN_AFTER;         // test_two_that_stand_against_each_other_take_turns

    // ---- Seconds ----
    // for which a way counts as blocked: long enough for the way elsewhere, short enough that a free way is found again. What was
    // seen of a bottleneck fades in it: in less, a jam of seconds sends agents on long ways
    inline constexpr double BLOCKED_FOR = 20.0;                     // standing, doors

    // ---- Radii of the agent: two of them are a body ----
    // from its place within which an agent stops, and by which a goal that stands may move from step to step
    inline constexpr double AT_PLACE = 0.05;                        // one goal, 24
    // by which the path must become shorter: less is jitter in the crowd
    inline constexpr double LEAST_PROGRESS = 0.1;                   // aside, 2.4 m
    // from the way within which an outline shuts it off: avoidance alone leads past what is less in the way
    inline constexpr double GRAZED = 0.5;                           // test_an_outline_that_shuts_a_door_leads_agents_elsewhere
    // between two goals that are one: only one agent has room there
    inline constexpr double ONE_GOAL = 0.5;                         // pursuit
    // between the corners of two paths that are one corner, or the middles of two bottlenecks that are one: paths keep different
    // distances from walls
    inline constexpr double SAME_CORNER = 2.0;                      // two doors
    // between two lanes: a body. As much stays free outside of all lanes, for a body that comes the other way
    inline constexpr double LANE_WIDTH = 2.0;                       // abreast, 32
    // from its home within which an agent is home: two others may stand in between
    inline constexpr double HOME_REACH = 4.0;                       // aside, 2.4 m
    // between an agent and another one whose priority it inherits: the second next in a file, with room
    inline constexpr double INHERIT_REACH = 6.0;                    // gate both ways
    // between an agent and a corner that is one of its passages: ten agents in a file
    inline constexpr double CORNER_REACH = 20.0;                    // gate both ways
    // to the corner where an agent is held, and greatest width of a bottleneck
    inline constexpr double BOTTLENECK_REACH = CORNER_REACH;        // two doors
    // within which those who walk abreast are looked for: ten bodies side by side
    inline constexpr double ABREAST_REACH = CORNER_REACH;           // abreast, 32
    // of its way that are left when an agent looks for a place: as far as the outmost ring
    inline constexpr double PLACE_NEAR = 2.0 * MOST_RINGS;          // one goal, 24

    // ---- Sums of two radii, the distance at which two agents touch. An agent that is ahead of another one by a lead does less of
    // the avoidance ----
    // free between an agent and who stands at the goal: they count as touching
    inline constexpr double KEPT_AT_GOAL = 0.05;                    // one goal, 24
    // that an agent keeps free between the two: so contact is rare
    inline constexpr double AVOIDANCE_ROOM = 0.1;                   // standing, yield
    // free between two places around a goal: twice what avoidance keeps, so that nobody waits for another
    inline constexpr double PLACE_ROOM = 2.0 * AVOIDANCE_ROOM;      // one goal, 24
    // within which two agents touch: avoidance keeps some room between them
    inline constexpr double TOUCHING = 1.3;                         // one goal, 60
    // to either side of the line that an agent walks along: room for a contact and 20 % more
    inline constexpr double LANE_HALF_WIDTH = 1.2;                  // aside, 2.4 m
    // to an agent with priority for which an agent steps aside: several steps in time
    inline constexpr double STEP_ASIDE_REACH = 4.0;                 // corridor
    // lead of the agent with the higher hash: two side by side would wait for each other
    inline constexpr double TIE_LEAD = 0.15;                        // standing, yield
    // lead from which the agent behind takes the whole share: with more, two at a door wait for each other for longer. It is gained in
    // each diameter time of stall after LET_IN_AFTER
    inline constexpr double FULL_LEAD = 0.2;                        // doorway
    // lead gained by stall at most, three agents in a file: agents stalled for longer take the gate from those within it
    inline constexpr double MOST_STALL_LEAD = 3.0;                  // gate both ways

    // ---- Meters ----
    // between the goals of two agents that walk abreast or make way for each other: the default radius
    inline constexpr double SAME_GOAL = 0.5;                        // abreast, 12
    // that the leader, or an agent without a path to it, must have moved before another search
    inline constexpr double LEADER_MOVED = 0.5;                     // followers
    // within which standing agents count: beyond, they may have gone before the agent comes
    inline constexpr double DETOUR_REACH = 20.0;                    // standing, field
    // within which outlines shut off a way: what is beside and behind them counts, too
    inline constexpr double OUTLINE_REACH = 0.5 * DETOUR_REACH;     // test_an_outline_that_shuts_a_door_leads_agents_elsewhere

    // ---- Shares ----
    // of the distance to the leader by which it must have moved before the end of the path is moved
    inline constexpr double LEADER_NEAR = 0.05;                     // followers
    // of the speed along its path that the rules of a flock leave an agent at least
    inline constexpr double FLOCK_PROGRESS = 0.25;                  // followers
    // of a disc around a goal that those who stand there cover when it is full: not quite half of what a square packing does (π/4)
    inline constexpr double DENSITY = 0.35;                         // one goal, 60
    // of the way to a goal, of the farther one of two: where their goals are nearer to each other, they are in one crowd
    inline constexpr double ONE_CROWD = 0.5;                        // goals near by
    // of its capacity at which a bottleneck drains that nobody was seen to pass: crowds at doors reach 0.3 to 0.6
    inline constexpr double UNSEEN_FLOW = 0.5;                      // wide doors
    // of full speed: enough to leave a lane before an agent at full speed comes
    inline constexpr double STEP_ASIDE_SPEED = 0.5;                 // aside, 3 m
    // of a path that leads on: when so much is left, the agent goes on to where the ground leads by then
    inline constexpr double LEADS_ON_AT = 0.5;                      // streamed world
    // of the way from an end or a turn to the other side: the shift at a turn, so legs slant by at most about 30°
    inline constexpr double LANE_APPROACH = 0.5;                    // abreast, 32
    // of full speed: a slower body stands, and slower progress is none
    inline constexpr double CREEP = 0.02;                           // dead end
    // cosine of the greatest angle between two directions that count as one: 45°
    inline constexpr double SAME_DIRECTION = 0.7;                   // ring of 24
    // of the shortest path's length: the length of a lane at most
    inline constexpr double LANE_LENGTH = 1.03;                     // abreast, 32
    // meters before or behind for each meter aside, up to which another one is beside it: at more a file would be a row
    inline constexpr double ABREAST_SLOPE = 2.0;                    // abreast, 32
    // more than 1: then an outer place is behind the inner one before it, in every direction
    inline constexpr double OUTER_LATER = 2.0;                      // one goal, 24
    // meters of width for each meter of room, until the unit has all of the room: with that of a body and a quarter
    inline constexpr double LANE_OPENING = 5.0;                     // test_twelve_abreast_stay_beside_each_other
    // of the line of another agent, against 1 for the preferred velocity: an agent goes on against it by a twentieth, so it presses
    inline constexpr double AGENT_WEIGHT = 20.0;                    // corridor

    // What their order is for.
    static_assert(CHANGE_PLACE_AFTER < ARRIVE_AFTER, "who may change places does not arrive beside the goal before");
    static_assert(ARRIVE_AFTER < PRESS_AFTER && DETOUR_AFTER < PRESS_AFTER, "arriving and detours come before pressing");
    static_assert(LET_IN_AFTER > 2 * PRESS_AFTER, "pressing has not helped by then");
    static_assert(RECONSIDER_AFTER > LET_IN_AFTER, "an agent that is let in needs no other way");
    static_assert(AT_PLACE < LEAST_PROGRESS, "an agent at its place makes no progress");
    static_assert(AVOIDANCE_ROOM < TOUCHING - 1 && PLACE_ROOM < TOUCHING - 1 && KEPT_AT_GOAL < AVOIDANCE_ROOM,
                  "those who keep their room, at places and on the way, count as touching");
    static_assert(TIE_LEAD < FULL_LEAD && FULL_LEAD < MOST_STALL_LEAD, "a tie does not decide all, and a stall may");
    static_assert(OUTER_LATER > 1, "an outer place is behind the inner one before it");
    static_assert(STEP_ASIDE_REACH > 2 * LANE_HALF_WIDTH, "an agent leaves a lane before the other one comes");
    }
    """
    const int RETURN_TRIES, BACKWARD_HOPS, MOST_RINGS, PLACES_AT_ONCE
    const double FIRST_PASSED, CHANGE_PLACE_AFTER, ARRIVE_AFTER, RETURN_AFTER, HELD_AFTER, DETOUR_AFTER, PRESS_AFTER, LET_IN_AFTER
    const double BLOCKED_WAIT, RECONSIDER_AFTER, DENSITY_HALF_LIFE, PRESS_FOR, BLOCKED_FOR, AT_PLACE, LEAST_PROGRESS
    const double GRAZED, ONE_GOAL, SAME_CORNER, LANE_WIDTH, HOME_REACH, INHERIT_REACH, CORNER_REACH, BOTTLENECK_REACH
    const double ABREAST_REACH, PLACE_NEAR, KEPT_AT_GOAL, AVOIDANCE_ROOM, PLACE_ROOM, TOUCHING, LANE_HALF_WIDTH, STEP_ASIDE_REACH
    const double TIE_LEAD, FULL_LEAD, MOST_STALL_LEAD, SAME_GOAL, LEADER_MOVED, DETOUR_REACH, OUTLINE_REACH, LEADER_NEAR
    const double FLOCK_PROGRESS, DENSITY, ONE_CROWD, UNSEEN_FLOW, STEP_ASIDE_SPEED, LEADS_ON_AT, LANE_APPROACH, CREEP, SAME_DIRECTION
    const double LANE_LENGTH, ABREAST_SLOPE, OUTER_LATER, LANE_OPENING, AGENT_WEIGHT
