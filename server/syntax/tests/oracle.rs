//! The block structure agrees with pulldown-cmark's, but for differences that are understood.

mod generated;

use agents_syntax::oracle;
use proptest::prelude::*;

proptest! {
    #![proptest_config(generated::budget(300))]

    #[test]
    fn generated_texts_have_the_blocks_that_pulldown_sees(text in generated::text(30)) {
        if oracle::explanation(&text).is_none() {
            let differences = oracle::differences(&text);
            prop_assert!(differences.is_empty(), "{:?}", differences);
        }
    }
}
