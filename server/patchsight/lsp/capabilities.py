"""What the client can do, read once from `initialize`."""

from __future__ import annotations

from typing import Any, NamedTuple

from lsprotocol import types


class Capabilities(NamedTuple):
    """The client's abilities that matter here; by default those of one that says nothing."""

    encoding: str = "utf-16"
    apply_edit: bool = False
    operations: frozenset[str] = frozenset()  #: of create, rename, delete
    document_changes: bool = False
    annotations: bool = False
    action_literals: bool = False
    action_resolve: bool = False
    action_disabled: bool = False
    related: bool = False
    markdown: bool = False
    pull: bool = False
    configuration: bool = False
    watch: bool = False
    sync: bool = False
    #: knows that an edit is a refactoring, and then saves the files it changes
    refactoring: bool = False
    show_document: bool = False
    commands: frozenset[str] = frozenset()  #: commands that the client carries out itself
    opens_targets: bool = False  #: tells of every file it has open, not only of patches
    #: lists actions by their kinds, what rewrites something first
    sorts_by_kind: bool = False


def read_capabilities(
    client: types.ClientCapabilities, options: Any = None, name: str = ""
) -> Capabilities:
    """The abilities a client declares; what only we ask for is in the initialization options, and
    what nobody asks for is known by the client's name.
    """
    options = options if isinstance(options, dict) else {}
    edit = _get(client, "workspace", "workspace_edit")
    action = _get(client, "text_document", "code_action")
    operations = frozenset(
        str(getattr(kind, "value", kind)) for kind in _get(edit, "resource_operations") or ()
    )
    resolvable = _get(action, "resolve_support", "properties") or ()
    publish = _get(client, "text_document", "publish_diagnostics")
    diagnostic = publish or _get(client, "text_document", "diagnostic")
    return Capabilities(
        encoding=_choose_encoding(_get(client, "general", "position_encodings")),
        apply_edit=bool(_get(client, "workspace", "apply_edit")),
        operations=operations,
        # Neovim handles document changes without saying so; only they can carry file operations.
        document_changes=bool(_get(edit, "document_changes") or operations),
        annotations=bool(
            _get(edit, "change_annotation_support") and _get(action, "honors_change_annotations")
        ),
        action_literals=bool(_get(action, "code_action_literal_support")),
        action_resolve="edit" in resolvable and bool(_get(action, "data_support")),
        action_disabled=bool(_get(action, "disabled_support")),
        related=bool(_get(diagnostic, "related_information")),
        markdown="markdown"
        in [
            getattr(kind, "value", kind)
            for kind in _get(client, "text_document", "hover", "content_format") or ()
        ],
        # Diagnostics depend on other files, so they are pushed the moment one changes; only clients
        # that cannot be pushed to pull them.
        pull=publish is None
        and bool(
            _get(client, "text_document", "diagnostic")
            and _get(client, "workspace", "diagnostics", "refresh_support")
        ),
        configuration=bool(_get(client, "workspace", "configuration")),
        watch=bool(_get(client, "workspace", "did_change_watched_files", "dynamic_registration")),
        sync=bool(_get(client, "text_document", "synchronization", "dynamic_registration")),
        refactoring=bool(_get(edit, "metadata_support")),
        show_document=bool(_get(client, "window", "show_document", "support")),
        commands=_read_commands(options.get("clientCommands")),
        opens_targets=options.get("opensTargets") is True,
        sorts_by_kind=name == "helix",
    )


def _read_commands(named: Any) -> frozenset[str]:
    if isinstance(named, list):
        return frozenset(name for name in named if isinstance(name, str))
    return frozenset()


def _get(value: Any, *names: str) -> Any:
    for name in names:
        value = getattr(value, name, None)
    return value


def _choose_encoding(offered: Any) -> str:
    """The encoding pygls will choose too: the first the client offers that is known."""
    names = [str(getattr(kind, "value", kind)) for kind in offered or ()]
    return next((name for name in names if name in ("utf-8", "utf-16", "utf-32")), "utf-16")
