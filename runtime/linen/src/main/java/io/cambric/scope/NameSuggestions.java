package io.cambric.scope;

import io.cambric.core.Array;
import io.cambric.errors.VariableNotFoundException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Suggestions in errors about missing names: the names that exist, and the nearest of them. */
final class NameSuggestions {

  /** Names at a larger edit distance do not count as misspellings. */
  private static final int FARTHEST = 2;

  /** The number of leaves of a subtree that a message lists. */
  private static final int LISTED = 6;

  private NameSuggestions() {}

  /** The error for a path at which there is no array. */
  static VariableNotFoundException array(Params params, String... path) {
    return params
        .find(path)
        .map(found -> notAnArray(found, Arrays.asList(path)))
        .orElseGet(() -> absent(params, "array", path));
  }

  private static VariableNotFoundException notAnArray(Object found, List<String> path) {
    if (!(found instanceof Params subtree)) {
      return new VariableNotFoundException(
          "get(%s) needs an array there, but \"%s\" is %s. Read it with find(%s), or store an array."
              .formatted(
                  quoted(path),
                  String.join("/", path),
                  VariablesText.leafText(found),
                  quoted(path)));
    }
    var leaves = leaves(subtree);
    var needs =
        path.isEmpty()
            ? "get needs the names on the path to an array, but got none, and this is"
            : "get(%s) needs an array there, but \"%s\" is"
                .formatted(quoted(path), String.join("/", path));
    return new VariableNotFoundException(
        "%s a subtree of the leaves %s.%s"
            .formatted(
                needs,
                listed(leaves),
                path.isEmpty()
                    ? leaves.isEmpty() ? "" : " Give names, as in get(%s).".formatted(first(leaves))
                    : " Take it with at(%s)%s."
                        .formatted(
                            quoted(path),
                            leaves.isEmpty()
                                ? ""
                                : ", or a leaf, as in get(%s, %s)"
                                    .formatted(quoted(path), first(leaves)))));
  }

  /** The paths of variables; a list or a box counts as one. */
  private static List<List<String>> leaves(Params subtree) {
    var leaves = new ArrayList<List<String>>();
    subtree
        .entries()
        .forEach((name, value) -> {
          if (value instanceof Params below) {
            leaves(below).forEach(path -> leaves.add(NamePath.above(name, path)));
          } else {
            leaves.add(List.of(name));
          }
        });
    return leaves;
  }

  private static String listed(List<List<String>> leaves) {
    var text =
        leaves.stream()
            .limit(LISTED)
            .map(path -> String.join("/", path))
            .collect(Collectors.joining(", ", "[", ""));
    return leaves.size() > LISTED
        ? "%s and %d more]".formatted(text, leaves.size() - LISTED)
        : text + "]";
  }

  private static String first(List<List<String>> leaves) {
    return quoted(leaves.getFirst());
  }

  /** The error for a path at which there are no nested values. */
  static VariableNotFoundException subtree(Params params, String... path) {
    return params
        .find(path)
        .map(leaf -> {
          var names = Arrays.asList(path);
          return new VariableNotFoundException(
              "at(%s) needs nested values there, but \"%s\" is %s. Read it with %s(%s)."
                  .formatted(
                      quoted(names),
                      String.join("/", names),
                      VariablesText.leafText(leaf),
                      leaf instanceof Array ? "get" : "find",
                      quoted(names)));
        })
        .orElseGet(() -> absent(params, "subtree", path));
  }

  private static VariableNotFoundException absent(Params params, String what, String... path) {
    int depth = 0;
    Object at = params;
    while (at instanceof Params here && here.contains(path[depth])) {
      at = here.find(path[depth]).orElseThrow();
      depth++;
    }
    return new VariableNotFoundException(
        "There is no %s at \"%s\": \"/%s\" %s"
            .formatted(
                what,
                String.join("/", path),
                String.join("/", Arrays.copyOf(path, depth)),
                at instanceof Params here
                    ? "has %s.%s%s"
                        .formatted(
                            here.entries().keySet(),
                            didYouMean(path[depth], here.entries().keySet()),
                            oneByOne(here, path[depth]))
                    : "is %s, which has no children. Leave out the names after it."
                        .formatted(VariablesText.leafText(at))));
  }

  /**
   * {@return the correction of a path that was given as one name, with a space in front, or
   * nothing}
   */
  private static String oneByOne(Params params, String name) {
    var names = String.valueOf(name).split("/");
    return names.length > 1 && params.contains(names)
        ? " Pass the names one by one: %s.".formatted(quoted(Arrays.asList(names)))
        : "";
  }

  /** {@return names as arguments in Java} */
  static String quoted(List<String> names) {
    return names.stream().map("\"%s\""::formatted).collect(Collectors.joining(", "));
  }

  /** {@return a question for the nearest name with a space in front, or nothing} */
  static String didYouMean(String name, Collection<String> present) {
    return nearest(String.valueOf(name), present)
        .map(nearest -> " Did you mean \"%s\"?".formatted(nearest))
        .orElse("");
  }

  private static Optional<String> nearest(String name, Collection<String> present) {
    return present.stream()
        .filter(other -> !other.equals(name))
        .filter(other -> distance(name, other) <= FARTHEST)
        .min(Comparator.comparingInt(other -> distance(name, other)));
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
