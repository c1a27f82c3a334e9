package io.cambric.site;

import java.util.Locale;

/**
 * A heading of a page.
 *
 * @param level from 1
 * @param text without marks
 * @param anchor as GitHub gives it
 */
record Heading(int level, String text, String anchor) {

  static Heading of(int level, String text) {
    var anchor =
        text.strip()
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^\\p{L}\\p{N} _-]", "")
            .replace(' ', '-');
    return new Heading(level, text, anchor);
  }
}
