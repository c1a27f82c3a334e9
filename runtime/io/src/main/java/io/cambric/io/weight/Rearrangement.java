package io.cambric.io.weight;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.errors.ShapeException;
import io.cambric.file.support.Quoted;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A new order and grouping of axes, such as {@code (heads size) in -> in heads size}. Axes in
 * parentheses are one axis of the array, the last varying fastest; {@code 1} is an axis of that
 * size.
 *
 * @param text as it was written
 * @param left the axes before; each is the list of the names in its group, empty for {@code 1}
 * @param right the axes after
 * @param reversed the names of axes that are reversed afterwards
 */
record Rearrangement(
    String text, List<List<String>> left, List<List<String>> right, Set<String> reversed) {

  private static final String ARROW = "->";

  private static final String FORM =
      "(\\([a-z0-9_ ]*\\)|[a-z0-9_]+)( +(\\([a-z0-9_ ]*\\)|[a-z0-9_]+))*";

  /**
   * {@return the rearrangement of a text}
   *
   * @throws DataException if it is malformed, or the sides have different names
   */
  static Rearrangement of(String text) {
    int arrow = text.indexOf(ARROW);
    var before = arrow < 0 ? "" : text.substring(0, arrow).strip();
    var after = arrow < 0 ? "" : text.substring(arrow + ARROW.length()).strip();
    var left = side(before);
    var right = side(after);
    var names = flat(left);
    boolean sound =
        before.matches(FORM)
            && after.matches(FORM)
            && new HashSet<>(names).size() == names.size()
            && flat(right).size() == names.size()
            && new HashSet<>(flat(right)).equals(new HashSet<>(names));
    if (!sound) {
      throw new DataException(
          "A rearrangement needs the same axis names on both sides, as in \"(heads size) in -> in heads size\", but got %s. Name each axis once on each side, in lower case."
              .formatted(Quoted.of(text)));
    }
    return new Rearrangement(text, left, right, Set.of());
  }

  private static List<List<String>> side(String text) {
    var axes = new ArrayList<List<String>>();
    int at = 0;
    while (at < text.length()) {
      boolean group = text.charAt(at) == '(';
      int end = text.indexOf(group ? ')' : ' ', at);
      var axis = text.substring(group ? at + 1 : at, end < 0 ? text.length() : end).strip();
      if (!axis.isEmpty() || group) {
        axes.add(
            List.of(axis.split(" +")).stream()
                .filter(name -> !name.isEmpty() && !name.equals("1"))
                .toList());
      }
      at = end < 0 ? text.length() : end + 1;
    }
    return List.copyOf(axes);
  }

  private static List<String> flat(List<List<String>> side) {
    return side.stream().flatMap(List::stream).toList();
  }

  /**
   * {@return this with more reversed axes}
   *
   * @throws DataException if there are no axes with these names
   */
  Rearrangement reverse(List<String> names) {
    if (!flat(left).containsAll(names)) {
      throw new DataException(
          "Reversed axes must be named in the rearrangement %s, but got %s. Use its axis names."
              .formatted(Quoted.of(text), Quoted.of(names)));
    }
    var all = new HashSet<>(reversed);
    all.addAll(names);
    return new Rearrangement(text, left, right, Set.copyOf(all));
  }

  /** {@return the inverse rearrangement} */
  Rearrangement inverse() {
    return new Rearrangement(text, right, left, reversed);
  }

  /**
   * {@return the shape before, computed from the shape after}
   *
   * @param sizes of axes that are known in addition
   */
  Optional<Shape> before(Shape after, Map<String, Integer> sizes) {
    return inverse().after(after, sizes);
  }

  /**
   * {@return the shape after, computed from the shape before; empty if it does not fit, or sizes
   * are unknown}
   *
   * @param sizes of axes that are known in addition
   */
  Optional<Shape> after(Shape before, Map<String, Integer> sizes) {
    var solved = new LinkedHashMap<>(sizes);
    return solve(left, before, solved) && solved.keySet().containsAll(flat(right))
        ? shape(right, solved)
        : Optional.empty();
  }

  private static Optional<Shape> shape(List<List<String>> side, Map<String, Integer> sizes) {
    int[] dims = new int[side.size()];
    for (int i = 0; i < dims.length; i++) {
      long dim = 1;
      for (var name : side.get(i)) {
        dim = Math.min(dim * size(sizes, name), Integer.MAX_VALUE);
      }
      dims[i] = (int) dim;
    }
    try {
      return Optional.of(Shape.of(dims));
    } catch (ShapeException e) {
      return Optional.empty();
    }
  }

  private static int size(Map<String, Integer> sizes, String name) {
    return Objects.requireNonNull(sizes.get(name));
  }

  /** {@return whether sizes fit a shape; adds the sizes that follow from it} */
  private static boolean solve(List<List<String>> side, Shape shape, Map<String, Integer> sizes) {
    if (shape.rank() != side.size()) {
      return false;
    }
    for (int i = 0; i < shape.rank(); i++) {
      if (!solve(side.get(i), shape.dim(i), sizes)) {
        return false;
      }
    }
    return true;
  }

  private static boolean solve(List<String> group, int dim, Map<String, Integer> sizes) {
    long known = 1;
    String unknown = null;
    for (var name : group) {
      var size = sizes.get(name);
      if (size == null && unknown != null) {
        // Two unknown sizes of one product may follow from other axes.
        return true;
      }
      unknown = size == null ? name : unknown;
      known *= size == null ? 1 : size;
    }
    if (unknown == null) {
      return known == dim;
    }
    if (known == 0 || dim % known != 0) {
      return false;
    }
    sizes.put(unknown, (int) (dim / known));
    return true;
  }

  /** {@return whether the rearrangement can map one shape to another} */
  boolean fits(Shape before, Shape after, Map<String, Integer> sizes) {
    return solved(before, after, sizes).isPresent();
  }

  private Optional<Map<String, Integer>> solved(
      Shape before, Shape after, Map<String, Integer> sizes) {
    var solved = new LinkedHashMap<>(sizes);
    // Each side may fix sizes that the other leaves open.
    boolean fits =
        solve(right, after, solved)
            && solve(left, before, solved)
            && solve(right, after, solved)
            && solved.keySet().containsAll(flat(left));
    return fits ? Optional.of(solved) : Optional.empty();
  }

  /**
   * {@return an array with its axes rearranged}
   *
   * @param after the shape afterwards
   * @param sizes of axes that are known in addition
   * @throws DataException if the shapes do not fit
   */
  Array apply(Array array, Shape after, Map<String, Integer> sizes) {
    var solved =
        solved(array.shape(), after, sizes)
            .orElseThrow(() ->
                new DataException(
                    "Shape %s does not become %s by %s. Pass the sizes that the shapes do not determine."
                        .formatted(array.shape(), after, Quoted.of(text))));
    var names = flat(left);
    int[] dims = names.stream().mapToInt(name -> size(solved, name)).toArray();
    int[] order = flat(right).stream().mapToInt(names::indexOf).toArray();
    int[] backwards = reversed.stream().mapToInt(names::indexOf).toArray();
    var parts = array.reshape(dims);
    var split = backwards.length == 0 ? parts : Numpy.flip(parts, backwards);
    return (order.length < 2 ? split : split.transpose(order)).reshape(after);
  }
}
