/** Post-processors: the stage that adds special tokens, and rows of tokens. Tokenizers use it. */
@NullMarked
package io.cambric.text.post;

import org.jspecify.annotations.NullMarked;
