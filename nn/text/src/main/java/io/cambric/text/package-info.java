/**
 * Tokenizers, read from the {@code tokenizer.json} of Hugging Face or trained here: they convert
 * texts to numbers of tokens and back. Programs that feed texts to models use them.
 */
@NullMarked
package io.cambric.text;

import org.jspecify.annotations.NullMarked;
