/**
 * T5: an encoder of tokens and a decoder that attends to it, with relative positions, and the names
 * of its weights in Hugging Face's files.
 */
@NullMarked
package io.cambric.models.t5;

import org.jspecify.annotations.NullMarked;
