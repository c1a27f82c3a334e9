/** Decoders: from tokens back to a text. Tokenizers use it. */
@NullMarked
package io.cambric.text.decode;

import org.jspecify.annotations.NullMarked;
