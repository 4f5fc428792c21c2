//! The library's side of the server: its methods, each a line that leads to a file of [`super::methods`].

use super::{
    backend::Backend,
    capabilities,
    methods::{
        code_action, code_lens, code_lens_resolve, completion, completion_resolve, definition,
        document_highlight, document_link, effective_prompt, execute_command, hover, inlay_hint,
        prepare_rename, references, rename, status, test_hooks, text_document_content,
    },
};
use tower_lsp_server::{
    ClientSocket, LanguageServer, LspService,
    jsonrpc::{Error, Result},
    ls_types::{
        CodeActionParams, CodeActionResponse, CodeLens, CodeLensParams, CompletionItem, CompletionParams,
        CompletionResponse, DocumentHighlight, DocumentHighlightParams, DocumentLink, DocumentLinkParams,
        ExecuteCommandParams, GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverParams,
        InitializeParams, InitializeResult, InlayHint, InlayHintParams, LSPAny, Location,
        PrepareRenameResponse, ReferenceParams, RenameParams, TextDocumentPositionParams, WorkspaceEdit,
    },
};

/// How to serve.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options {
    /// Whether to offer the requests of [`super::methods::test_hooks`].
    pub(crate) test_hooks: bool,
}

/// The library's service around a backend.
pub(super) fn service(
    options: Options,
    backend: impl FnOnce(tower_lsp_server::Client) -> Backend,
) -> (LspService<Backend>, ClientSocket) {
    let mut service = LspService::build(backend)
        .custom_method("agents-ls/effectivePrompt", effective_prompt::answer)
        .custom_method("agents-ls/status", status::answer)
        .custom_method("workspace/textDocumentContent", text_document_content::answer);
    if options.test_hooks {
        service = service
            .custom_method("agents-ls/test/panic", test_hooks::panic)
            .custom_method("agents-ls/test/slow", test_hooks::slow);
    }
    service.finish()
}

impl LanguageServer for Backend {
    async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
        let session = self.session().ok_or_else(Error::internal_error)?;
        Ok(capabilities::result(session))
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        hover::answer(self, params).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        completion::answer(self, params).await
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        completion_resolve::answer(self, item).await
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        definition::answer(self, params).await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        references::answer(self, params).await
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        document_highlight::answer(self, params).await
    }

    async fn prepare_rename(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        prepare_rename::answer(self, params).await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        rename::answer(self, params).await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        document_link::answer(self, params).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        code_action::answer(self, params).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        code_lens::answer(self, params).await
    }

    async fn code_lens_resolve(&self, lens: CodeLens) -> Result<CodeLens> {
        code_lens_resolve::answer(self, lens).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        inlay_hint::answer(self, params).await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        execute_command::answer(self, params).await
    }
}
