package io.cambric.scope;

import io.cambric.errors.VariableNotFoundException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Words for what is not there: the names that are, and the nearest of them. */
final class Missing {

  /** Names further apart than this are not taken for misspellings of each other. */
  private static final int FARTHEST = 2;

  private Missing() {}

  static VariableNotFoundException inParams(Params params, String what, String... path) {
    int depth = path.length - 1;
    while (depth > 0 && !(at(params, path, depth) instanceof Params)) {
      depth--;
    }
    var present =
        at(params, path, depth) instanceof Params parent
            ? parent.entries().keySet()
            : List.<String>of();
    return new VariableNotFoundException(
        "There is no such thing as %s at \"%s\": \"/%s\" has %s.%s"
            .formatted(
                what,
                String.join("/", path),
                String.join("/", Arrays.copyOf(path, Math.max(depth, 0))),
                present,
                path.length == 0 ? "" : didYouMean(path[Math.max(depth, 0)], present)));
  }

  private static Object at(Params params, String[] path, int depth) {
    return params.find(Arrays.copyOf(path, Math.max(depth, 0))).orElse("");
  }

  /** {@return a question for the nearest name with a space in front, or nothing} */
  static String didYouMean(String name, Collection<String> present) {
    return present.stream()
        .filter(other -> !other.equals(name))
        .filter(other -> distance(name, other) <= FARTHEST)
        .min(Comparator.comparingInt(other -> distance(name, other)))
        .map(nearest -> " Did you mean \"%s\"?".formatted(nearest))
        .orElse("");
  }

  /** Levenshtein distance, the case ignored. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        boolean same =
            Character.toLowerCase(a.charAt(i - 1)) == Character.toLowerCase(b.charAt(j - 1));
        int replaced = diagonal + (same ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
