"""The OpenAPI description is true: whatever is sent, valid or not, the answers are as described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from tests.server.serving import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), limits=False) as server:
        yield server


@pytest.fixture(scope="module")
def description(served: Served) -> Any:
    return schemathesis.openapi.from_url(f"{served.url}/schema/openapi.json")


schema = schemathesis.pytest.from_fixture("description")


@schema.parametrize()
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_answers_are_as_described(case: schemathesis.Case) -> None:
    case.call_and_validate()
