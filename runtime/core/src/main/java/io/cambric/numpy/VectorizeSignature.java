package io.cambric.numpy;

import static java.util.stream.Collectors.joining;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The core axes of the arguments and results of a vectorised function, such as {@code
 * (n),(m,n)->(m)}.
 *
 * @param text the text of the user
 * @param inputs the names of the core axes of each argument
 * @param outputs the names of the core axes of each result
 */
record VectorizeSignature(String text, List<List<String>> inputs, List<List<String>> outputs) {

  private static final String AXES = "\\((?:\\w+(?:,\\w+)*)?\\)";
  private static final Pattern ARGUMENT = Pattern.compile(AXES);
  private static final Pattern WHOLE =
      Pattern.compile("%1$s(?:,%1$s)*->%1$s(?:,%1$s)*".formatted(AXES));

  static VectorizeSignature parse(String text) {
    if (!WHOLE.matcher(text).matches()) {
      throw new ShapeException(
          "vectorize needs a signature such as \"(n),(m,n)->(m)\", but got \"%s\". Write the names of the core axes of each argument and result in parentheses."
              .formatted(text));
    }
    var sides = text.split("->");
    return new VectorizeSignature(text, axes(sides[0]), axes(sides[1]));
  }

  private static List<List<String>> axes(String side) {
    return ARGUMENT
        .matcher(side)
        .results()
        .map(match -> match.group().substring(1, match.group().length() - 1))
        .map(names -> names.isEmpty() ? List.<String>of() : Arrays.asList(names.split(",")))
        .toList();
  }

  /** {@return the sizes of the core axes of arguments} */
  Map<String, Integer> sizes(List<Array> arguments) {
    if (arguments.size() != inputs.size()) {
      throw new ShapeException(
          "vectorize with signature \"%s\" needs %d arguments besides the excluded ones, but got %d. Pass as many as the signature has."
              .formatted(text, inputs.size(), arguments.size()));
    }
    var sizes = new HashMap<String, Integer>();
    for (int i = 0; i < inputs.size(); i++) {
      var shape = arguments.get(i).shape();
      if (shape.rank() < inputs.get(i).size()) {
        throw new ShapeException(
            "vectorize with signature \"%s\" needs the axes %s of argument %d, but got shape %s. Pass an array with at least as many axes."
                .formatted(text, names(inputs.get(i)), i, shape));
      }
      collect("argument " + i, inputs.get(i), shape, sizes);
    }
    return sizes;
  }

  private void collect(String what, List<String> axes, Shape shape, Map<String, Integer> sizes) {
    for (int i = 0; i < axes.size(); i++) {
      int size = shape.dim(shape.rank() - axes.size() + i);
      @Nullable Integer known = sizes.putIfAbsent(axes.get(i), size);
      if (known != null && known != size) {
        throw new ShapeException(
            "vectorize with signature \"%s\" needs the same size for each axis %s, but it is %d and, in %s of shape %s, %d. Pass arrays with equal sizes."
                .formatted(text, axes.get(i), known, what, shape, size));
      }
    }
  }

  /** Checks the results for the core axes of one call. */
  void check(List<Array> results, Map<String, Integer> sizes) {
    if (results.size() != outputs.size()) {
      throw new ShapeException(
          "vectorize with signature \"%s\" needs %d results of the function, but got %d. Return as many as the signature has."
              .formatted(text, outputs.size(), results.size()));
    }
    var all = new HashMap<>(sizes);
    for (int i = 0; i < outputs.size(); i++) {
      var shape = results.get(i).shape();
      if (shape.rank() != outputs.get(i).size()) {
        throw new ShapeException(
            "vectorize with signature \"%s\" needs the axes %s of result %d, but the function returned shape %s. Return only these axes."
                .formatted(text, names(outputs.get(i)), i, shape));
      }
      collect("result " + i, outputs.get(i), shape, all);
    }
  }

  private static String names(List<String> axes) {
    return axes.stream().collect(joining(",", "(", ")"));
  }
}
