package io.cambric.docs;

import java.nio.file.Path;

/**
 * One sentence of a comment or of a page, with code, links and tags taken out.
 *
 * @param file that holds it
 * @param line first line of its comment or paragraph, from 1
 * @param text with {@code CODE} and {@code LINK} in place of these
 */
record Sentence(Path file, int line, String text) {}
