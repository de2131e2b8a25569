"""What the server's OpenAPI description says, to be tried out."""

from __future__ import annotations

from typing import Any, Final

import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance

NOT_CHECKED: Final = [positive_data_acceptance]  # a schema cannot tell what a name is
WRONG: Final = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429]  # what bad data may be answered with
CONFIG: Final = {"checks": {"negative_data_rejection": {"expected-statuses": WRONG}}}


def operations(url: str) -> list[Any]:
    """Everything that the server says it does."""
    schema = schemathesis.openapi.from_url(f"{url}/schema/openapi.json", config=SchemathesisConfig.from_dict(CONFIG))
    return [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
