package io.cambric.processor.report;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that a misspelt name probably means. */
public final class Similar {

  /** More edits than this make a different word. */
  private static final int MAX_EDITS = 2;

  private Similar() {}

  /** {@return the known name that nearly equals {@code name}, if there is one} */
  public static Optional<String> to(String name, Collection<String> known) {
    return known.stream()
        .filter(other -> edits(name, other) <= Math.min(MAX_EDITS, other.length() / 2))
        .min(Comparator.comparingInt(other -> edits(name, other)));
  }

  /** The Levenshtein distance. */
  private static int edits(String a, String b) {
    var row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
