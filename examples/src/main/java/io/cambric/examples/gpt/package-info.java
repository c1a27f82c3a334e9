/**
 * A GPT on a text of the user: a byte-pair tokenizer and a model of {@code models.gpt2} are trained
 * on it, saved in the layout of Hugging Face, and generate text.
 */
@NullMarked
package io.cambric.examples.gpt;

import org.jspecify.annotations.NullMarked;
