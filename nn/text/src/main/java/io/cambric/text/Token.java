package io.cambric.text;

/**
 * A token of a text.
 *
 * @param id number in the vocabulary
 * @param text as in the vocabulary
 * @param start of its part of the text, in Unicode code points
 * @param end after the last code point of that part
 */
public record Token(int id, String text, int start, int end) {}
