//! What Qwen Code takes for code, where nothing is imported.
//!
//! It asks the `marked` package for tokens and walks those that hold others in `tokens` (`findCodeRegions`): the
//! items of a list and the cells of a table are elsewhere, so code in them goes unseen. In a quotation a token is
//! looked for in the text as it is written; one over several lines, between which `>` stands, is not found, and
//! what follows in the quotation is not looked for.

use crate::steps::imports::Code;
use agents_syntax::fact::{Block, BlockKind};
use agents_workspace::File;

pub(super) fn seen(file: &File) -> Code<'_> {
    Code::Where(Box::new(move |byte| is_seen(file, byte)))
}

fn is_seen(file: &File, byte: usize) -> bool {
    let document = file.document();
    if !document.is_code(byte) {
        return false;
    }
    let around: Vec<Block> = document
        .blocks_in(byte..byte + 1)
        .filter(|block| block.range.contains(&byte))
        .collect();
    if around.iter().any(|block| {
        matches!(
            block.kind,
            BlockKind::List | BlockKind::ListItem | BlockKind::Table
        )
    }) {
        return false;
    }
    let quotes = around.iter().filter(|block| block.kind == BlockKind::Quote);
    let Some(quote) = quotes.min_by_key(|block| block.range.start) else {
        return true;
    };
    let text = file.text();
    let is_long = |block: &Block| {
        let end = block.range.end.saturating_sub(1).max(block.range.start);
        text.line_of(block.range.start) < text.line_of(end)
    };
    let mut inside = document.blocks_in(quote.range.start..byte + 1);
    !inside.any(|block| {
        block.kind != BlockKind::Quote
            && block.range.start >= quote.range.start
            && block.range.start <= byte
            && is_long(&block)
    })
}
