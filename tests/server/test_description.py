"""The OpenAPI description is true: whatever is sent, valid or not, the answers are as described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode

from tests.server.described import NOT_CHECKED, operations
from tests.server.serving import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), limits=False) as server:
        yield server


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_answers_are_as_described(served: Served, mode: GenerationMode) -> None:
    described = operations(served.url)
    assert len(described) >= 10
    for operation in described:

        @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode))
        def check(case: Any) -> None:
            case.call_and_validate(excluded_checks=NOT_CHECKED)

        if mode is GenerationMode.POSITIVE or operation.query or operation.body:
            check()
