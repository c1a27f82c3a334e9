/**
 * A GPT on a text of the user. The example trains a byte-pair tokenizer and a model of {@code
 * models.gpt2}, saves both in the layout of Hugging Face, and generates text.
 */
@NullMarked
package io.cambric.examples.gpt;

import org.jspecify.annotations.NullMarked;
