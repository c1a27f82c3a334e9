package io.cambric.text;

/**
 * Two texts that are encoded together.
 *
 * @param text the first
 * @param pair the second
 */
public record TextPair(String text, String pair) {}
