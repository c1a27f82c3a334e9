/**
 * BART: an encoder of tokens and a decoder that attends to it, and the names of its weights in
 * Hugging Face's files.
 */
@NullMarked
package io.cambric.models.bart;

import org.jspecify.annotations.NullMarked;
