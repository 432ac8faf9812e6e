"""pygls' protocol with its leak closed and every request answered.

Private names of pygls that this server uses, and why; another version of it may lack one:

- `_workspace` (protocol): our documents take the place of pygls' own, see documents.py
- `_execute_handler`, `_request_futures` (protocol): the future of a notification is never dropped
- `_handle_response`, `_result_types` (protocol): nor what is kept for a request that was declined, or answered with nonsense
- `_converter`, `_serialize_message` (protocol): large answers are put into words beside the loop
- `_send_response` (protocol): a message that cannot be read, comes too early or too late is answered
- `_shutdown` (protocol): whether the client has said goodbye, which decides about the exit code
- `_create_text_document` (workspace): makes our documents, which never read from disk
- `_source` (document): changes are made by lines as editors end them, not as `str.splitlines` does
"""

from __future__ import annotations

import logging
from typing import Any, NamedTuple, TypeVar, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.language_server import lsp_method

from patchsight.lsp.documents import Documents

logger = logging.getLogger(__name__)
T = TypeVar("T")


class Spelt(NamedTuple):
    """An answer that is in the words of the protocol already."""

    value: Any


class Protocol(LanguageServerProtocol):
    """The protocol, with documents of our own and nothing kept after a message is done."""

    @property
    def is_shut_down(self) -> bool:
        """Whether the client said `shutdown`."""
        return bool(self._shutdown)

    def use_documents(self, documents: Documents) -> None:
        """Put our documents in the place of pygls' own."""
        self._workspace = documents

    def _execute_handler(
        self, msg_id: Any, handler: Any, callback: Any, args: Any = None, kwargs: Any = None
    ) -> None:
        """Run a handler, and drop a notification's future: pygls leaks 2 KiB a key press."""

        def done(future: Any, **named: Any) -> None:
            self._request_futures.pop(msg_id, None)
            callback(future, **named)

        super()._execute_handler(msg_id, handler, done, args, kwargs)
        future = self._request_futures.get(msg_id)
        if future is not None and future.done():
            self._request_futures.pop(msg_id, None)

    def _handle_response(self, msg_id: Any, result: Any = None, error: Any = None) -> None:
        """Take in an answer, and drop what pygls kept for a request that the client declined."""
        self._result_types.pop(msg_id, None)
        super()._handle_response(msg_id, result, error)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Any:
        """Take in a change, unless the document has it already.

        VS Code tells a change once for each of its selectors that covers the document; and where
        pasting a text switches its language, it opens the document with that text before it tells
        the paste.
        """
        if isinstance(self._workspace, Documents) and self._workspace.holds(params.text_document):
            return
        yield from super().lsp_text_document__did_change(params)

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: Any) -> Any:
        """Give up what is under way, and take leave. pygls gives it up as well, but goes through what
        is dropped at that moment, and fails.
        """
        for msg_id, future in list(self._request_futures.items()):
            if msg_id != self.msg_id:
                future.cancel()
        return (yield from super().lsp_shutdown(*args))

    def spell(self, answer: T) -> T:
        """An answer in the words of the protocol, which takes long where it is large: most of the
        time that it takes to send it.
        """
        return cast(T, Spelt(self._converter.unstructure(answer)))

    def _serialize_message(self, data: Any) -> dict[str, Any]:
        if isinstance(answer := getattr(data, "result", None), Spelt):
            return {"id": data.id, "jsonrpc": data.jsonrpc, "result": answer.value}
        return super()._serialize_message(data)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Read a message; a request that cannot be read is answered, not only logged, and an answer
        that cannot be read counts as declined, or what waits for it would wait for ever.
        """
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            elif "id" in data:
                self._handle_response(data["id"], error=error.to_response_error())
            raise

    def handle_message(self, message: Any) -> None:
        """Answer requests that come too early or too late with the error the protocol asks for;
        pygls leaves them hanging. Notifications that come too early are dropped.
        """
        method = getattr(message, "method", None)
        is_request = hasattr(message, "id")
        refusal = self._refuse(method) if method and is_request else None
        if refusal:
            self._send_response(message.id, error=refusal)
        elif is_request or self._workspace is not None or method in (None, types.EXIT):
            super().handle_message(message)

    def _refuse(self, method: str) -> types.ResponseError | None:
        if self._shutdown:
            return types.ResponseError(
                types.ErrorCodes.InvalidRequest.value, "The server is shutting down."
            )
        if self._workspace is None and method != types.INITIALIZE:
            return types.ResponseError(
                types.ErrorCodes.ServerNotInitialized.value, "The server is not initialized yet."
            )
        return None
