"""What users can set, typed and checked. A bad value gives a message and the default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from patchsight.core.formats import registry
from patchsight.core.model.patch import Options
from patchsight.core.model.problems import CATALOGUE, Severity
from patchsight.core.session.figures import DEFAULT_EXCHANGES
from patchsight.lsp.attention import Prose

SECTION = "patchsight"
_SEVERITIES = {
    "error": Severity.ERROR,
    "warning": Severity.WARNING,
    "information": Severity.INFORMATION,
    "hint": Severity.HINT,
    "off": None,
}
_MEGABYTE = 1024 * 1024


class Settings(NamedTuple):
    """All settings. `severities` changes how a problem is shown, never what may be applied."""

    options: Options = Options()
    severities: Mapping[str, Severity | None] = MappingProxyType({})
    ap_base: Literal["patch", "workspace"] = "patch"
    max_exchanges: int = DEFAULT_EXCHANGES
    prose: Prose = "hint"


_DEFAULTS = Settings()


def read_settings(raw: Any, base: Settings = _DEFAULTS) -> tuple[Settings, list[str]]:
    """The settings in a client's answer, over those it had before, and a plain sentence for every
    value that cannot be used.
    """
    complaints: list[str] = []
    if raw is None:
        return base, complaints
    if not isinstance(raw, dict):
        return base, [f"The settings of {SECTION} must be an object; the defaults are used."]
    if isinstance(raw.get(SECTION), dict):
        raw = raw[SECTION]
    settings = base
    for path, value in _flatten(raw):
        reader = _READERS.get(path)
        if reader is None:
            complaints.append(f"There is no setting {SECTION}.{path}; it is ignored.")
            continue
        try:
            settings = reader(settings, value)
        except ValueError as error:
            complaints.append(f"{SECTION}.{path}: {error}; the default is used.")
    return settings, complaints


def _flatten(raw: dict[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    values: list[tuple[str, Any]] = []
    for key, value in raw.items():
        path = prefix + str(key)
        if (
            isinstance(value, dict)
            and path not in _READERS
            and any(known.startswith(path + ".") for known in _READERS)
        ):
            values += _flatten(value, path + ".")
        elif value is not None and path not in _CLIENT_ONLY:
            values.append((path, value))
    return values


def _option(name: str, check: Callable[[Any], Any]) -> Callable[[Settings, Any], Settings]:
    return lambda settings, value: settings._replace(
        options=settings.options._replace(**{name: check(value)})
    )


def _choice(*allowed: str) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        if value not in allowed:
            raise ValueError(f"must be one of {', '.join(allowed)}, not {value!r}")
        return str(value)

    return check


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {value!r}")
    return value


def _fraction(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise ValueError(f"must be a number from 0 to 1, not {value!r}")
    return float(value)


def _megabytes(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= 1024:
        raise ValueError(f"must be a number of megabytes from 0 to 1024, not {value!r}")
    return int(value * _MEGABYTE)


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError("must be a list of texts")
    return tuple(value)


def _severities(settings: Settings, value: Any) -> Settings:
    if not isinstance(value, dict):
        raise ValueError("must be an object from problem code to severity")
    for code, name in value.items():
        if code not in CATALOGUE:
            raise ValueError(f"there is no problem code {code!r}")
        if not isinstance(name, str) or name not in _SEVERITIES:
            raise ValueError(
                f"the severity of {code} must be one of {', '.join(_SEVERITIES)}, not {name!r}"
            )
    return settings._replace(severities={code: _SEVERITIES[name] for code, name in value.items()})


def _max_exchanges(settings: Settings, value: Any) -> Settings:
    if type(value) is not int or not 0 < value <= 10_000:
        raise ValueError(f"must be a whole number from 1 to 10000, not {value!r}")
    return settings._replace(max_exchanges=value)


def _prose(settings: Settings, value: Any) -> Settings:
    prose: Any = _choice("hint", "check", "off")(value)
    return settings._replace(prose=prose)


def _ap_base(settings: Settings, value: Any) -> Settings:
    base: Any = _choice("patch", "workspace")(value)
    return settings._replace(ap_base=base)


_READERS: dict[str, Callable[[Settings, Any], Settings]] = {
    "severity": _severities,
    "fuzzyThreshold": _option("fuzzy_threshold", _fraction),
    "duplicateFiles": _option("duplicate_files", _choice("error", "sequential")),
    "ap.baseFolder": _ap_base,
    "maxTargetSize": _option("max_target_bytes", _megabytes),
    "maxPatchSize": _option("max_patch_bytes", _megabytes),
    "keystoneFiles": _option("keystone_files", _texts),
    "maxExchanges": _max_exchanges,
    "prose": _prose,
    **{
        setting.key: _option(
            setting.option, _choice(*setting.choices) if setting.choices else _switch
        )
        for setting in registry.settings()
    },
}
SERVER_SETTINGS = tuple(_READERS)  #: every setting there is, by its path below `patchsight`
#: Settings of the editor extensions, and what `caps` reads, that clients send along.
_CLIENT_ONLY = frozenset(
    {
        "server",
        "trace",
        "enable",
        "exclude",
        "codeLens",
        "targetDecorations",
        "clientCommands",
        "opensTargets",
    }
)
