package io.cambric.text;

/**
 * A word of a text for the model: a part that the pre-tokenizer made.
 *
 * @param text in the characters that the model gets
 * @param start of its part of the text, in Unicode code points
 * @param end after the last code point of that part
 */
public record Word(String text, int start, int end) {}
