"""Each parameter of an agent has a field in agent_params.pxd and a row in agent_params.pyx. All else is made from the rows."""
import math
import pathlib
import re

import pytest

from navpy import Crowd
from navpy.base.setting import FINITE
from navpy.motion.agent.agent_params import GROUPS, PARAMS

ROOM = pathlib.Path(__file__).resolve().parents[3] / "navpy/motion/agent"
FIELDS = re.findall(r"^    (\w+) (\w+)$", re.search(r"cdef struct AgentParams:\n(.*?)\n\n", re.sub(r" *#.*", "", (
    ROOM / "agent_params.pxd").read_text()), re.S).group(1), re.M)
KINDS = {"double": float, "int64_t": int, "uint32_t": int, "uint8_t": bool}
LIMITED = [name for name, field in PARAMS.items() if field.type is not bool]


@pytest.mark.parametrize("kind, name", FIELDS)
def test_a_field_has_a_row(kind, name):
    assert name in PARAMS, f"navpy/motion/agent/agent_params.pyx: {name} has no row"
    assert PARAMS[name].type is KINDS[kind]


@pytest.mark.parametrize("name", PARAMS)
def test_a_row_has_its_field(name):
    assert name in {field for _, field in FIELDS}, f"navpy/motion/agent/agent_params.pxd: {name} has no field"
    row = re.search(rf'Field\("{name}".*?place=\w+\(&p\.(\w+)\)', (ROOM / "agent_params.pyx").read_text(), re.S)
    assert row.group(1) == name


def test_fields_leave_no_gap_as_they_are_copied_as_one_block():
    sizes = [{"double": 8, "int64_t": 8, "uint32_t": 4, "uint8_t": 1}[kind] for kind, _ in FIELDS]
    assert sizes == sorted(sizes, reverse=True)


def test_nodes_show_all_but_the_filter():
    shown = [field.name for rows in GROUPS.values() for field in rows]
    assert sorted([*shown, "include_flags"]) == sorted(PARAMS)


@pytest.mark.parametrize("name", PARAMS)
def test_the_docstring_has_it(name):
    assert f"\n{name} : " in Crowd.add_agent.__doc__ and PARAMS[name].doc in Crowd.add_agent.__doc__


def wrong_values(field):
    yield from (field.minimum - 1, "x", None, math.nan)
    yield from [field.maximum + 1] if field.maximum < FINITE else [math.inf] if field.maximum == FINITE else []
    yield from [field.default + 0.5] if field.type is int else []


@pytest.mark.parametrize("name", LIMITED)
def test_limits_are_taken_and_what_is_beyond_is_named(name):
    field, crowd = PARAMS[name], Crowd()
    agent = crowd.add_agent((0, 0, 0))
    for good in (field.minimum, field.maximum, field.default):
        crowd.set_params(agent, **{name: good})
    for wrong in wrong_values(field):
        with pytest.raises(ValueError, match=f"^{name}: must be "):
            crowd.set_params(agent, **{name: wrong})
        with pytest.raises(ValueError, match=f"^{name}: must be "):
            crowd.add_agent((0, 0, 0), **{name: wrong})
    assert len(crowd) == 1


@pytest.mark.parametrize("name", [name for name in PARAMS if name not in LIMITED])
def test_a_flag_is_no_text(name):
    crowd = Crowd()
    crowd.add_agent((0, 0, 0), **{name: True})
    with pytest.raises(ValueError, match=f"^{name}: must be a bool"):
        crowd.add_agent((0, 0, 0), **{name: "no"})


@pytest.mark.parametrize("name", PARAMS)
def test_a_parameter_is_a_part_of_the_state(name):
    """Each is kept for the agent that it was given to: its state differs from that of an agent without."""
    field = PARAMS[name]
    other = not field.default if field.type is bool else field.maximum if field.maximum < FINITE and field.default != field.maximum \
        else field.minimum if field.default != field.minimum else 1
    states = []
    for params in ({}, {name: other}, {}):
        crowd = Crowd()
        crowd.add_agent((0, 0, 0), **params)
        states.append(crowd.save_state())
    assert states[0] == states[2] != states[1]
