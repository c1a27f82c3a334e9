package io.cambric.io.safetensors;

import io.cambric.errors.ShownText;
import java.util.Collection;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A text for named arrays, which lists some of them. */
final class NamedArraysText {

  /** The number of listed arrays. */
  private static final int SHOWN = 20;

  private NamedArraysText() {}

  /**
   * {@return a title, followed by a line for each of the first arrays}
   *
   * @param describe gives shape and dtype of the array with a name
   */
  static String of(String title, Collection<String> names, UnaryOperator<String> describe) {
    var lines =
        names.stream()
            .limit(SHOWN)
            .map(name -> "\n  " + ShownText.line(name) + ": " + describe.apply(name))
            .collect(Collectors.joining());
    int rest = names.size() - SHOWN;
    return "%s with %d arrays%s%s"
        .formatted(title, names.size(), lines, rest > 0 ? "\n  and " + rest + " more" : "");
  }
}
