package io.cambric.transform;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.KnownLengths;
import io.cambric.core.Length;
import io.cambric.core.NdArray;
import io.cambric.core.Padded;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.interpreters.BatchTrace;
import io.cambric.interpreters.RaggedPrograms;
import io.cambric.lax.Lax;
import io.cambric.lax.op.RaggedSizes;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.OutputAndSizes;
import io.cambric.tree.PrefixSpread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One call of a ragged function: its lengths, checked, and its padded arrays, filled. */
final class RaggedArguments {

  /**
   * Differences between the sizes of the two traces, one for each length. They are primes, so that
   * a sum of two lengths changes by another number than a length.
   */
  private static final List<Integer> DIFFERENCES = List.of(7, 11, 13, 17, 19, 23, 29, 31);

  private final Array lengths;
  private final ArrayTree tree;
  private final List<Map<Integer, Integer>> numbers = new ArrayList<>();

  private RaggedArguments(
      RaggedOptions options, Array lengths, List<? extends @Nullable Object> arguments) {
    this.lengths = lengths;
    this.tree = ArrayTree.of(arguments);
    if (!lengths.dtype().isInteger() || lengths.rank() > 1) {
      throw new DTypeException(
          "ragged needs an integer as length, or a vector of integers for several lengths, but got %s. A batch of lengths needs vmap."
              .formatted(lengths.aval()));
    }
    var given = options.axes();
    var spread =
        PrefixSpread.of(
            "axes of ragged", given == null ? Integer.valueOf(0) : given, tree.structure().def());
    int next = 0;
    for (int i = 0; i < spread.size(); i++) {
      if (tree.structure().statics().get(i) == null) {
        numbers.add(numbers(spread.get(i), tree.arrays().get(next), next));
        next++;
      }
    }
  }

  private Map<Integer, Integer> numbers(@Nullable Object axes, Array array, int leaf) {
    var given =
        switch (axes) {
          case null -> Map.<Integer, Integer>of();
          case Integer axis -> Map.of(axis, 0);
          case LengthAxes several -> several.numbers();
          default ->
              throw new ShapeException(
                  "axes of ragged needs an axis, LengthAxes or null for leaf \"%s\", but got %s."
                      .formatted(path(leaf), axes));
        };
    var normal = new TreeMap<Integer, Integer>();
    given.forEach((axis, number) -> {
      if (axis < -array.rank() || axis >= array.rank()) {
        throw new ShapeException(
            "ragged has axis %d of each argument as ragged, but leaf \"%s\" is %s. Set its axes to null."
                .formatted(axis, path(leaf), array.aval()));
      }
      if (number < 0 || number >= count()) {
        throw new ShapeException(
            "ragged got %d lengths, but axis %d of leaf \"%s\" has length number %d."
                .formatted(count(), axis, path(leaf), number));
      }
      normal.put(Math.floorMod(axis, array.rank()), number);
    });
    return normal;
  }

  private int count() {
    return lengths.rank() == 0 ? 1 : lengths.dim(0);
  }

  private String path(int leaf) {
    return tree.structure().arrayPaths().get(leaf);
  }

  static <R> OutputAndSizes<R> call(
      Fn<List<Object>, R> function,
      RaggedOptions options,
      Array lengths,
      List<? extends @Nullable Object> arguments) {
    return new RaggedArguments(options, lengths, arguments).call(function);
  }

  private <R> OutputAndSizes<R> call(Fn<List<Object>, R> function) {
    var roots = roots();
    var known = new KnownLengths(roots);
    var keys = List.copyOf(roots.keySet());
    var operands = new ArrayList<Padded>();
    for (int i = 0; i < tree.arrays().size(); i++) {
      var array = tree.arrays().get(i);
      var along = new ArrayList<@Nullable Length>();
      for (int axis = 0; axis < array.rank(); axis++) {
        var number = numbers.get(i).get(axis);
        along.add(number == null ? null : root(keys, number));
      }
      var padded = new Padded(array, along);
      operands.add(padded.with(RaggedSizes.fill(known, padded, 0)));
    }
    var calls = new Calls<R>(function, tree.structure());
    var twin = new Calls<R>(function, tree.structure());
    var results = RaggedPrograms.run(known, calls, twin, operands);
    var outputs = new ArrayList<Array>();
    var sizes = new ArrayList<Array>();
    for (var result : results) {
      outputs.add(RaggedSizes.fill(known, result, 0));
      sizes.add(sizes(known, result));
    }
    return new OutputAndSizes<>(calls.build(outputs), calls.build(sizes));
  }

  private static Length.Root root(List<Length.Root> roots, int number) {
    return roots.stream().filter(root -> root.number() == number).findFirst().orElseThrow();
  }

  private static Array sizes(KnownLengths lengths, Padded result) {
    var sizes = new ArrayList<Array>();
    for (int axis = 0; axis < result.rank(); axis++) {
      sizes.add(Lax.reshape(RaggedSizes.size(lengths, result, axis), Shape.of(1)));
    }
    return sizes.isEmpty() ? Lax.iota(DType.I32, 0) : Lax.concatenate(sizes, 0);
  }

  /** {@return the lengths that axes have, with their values between 0 and the padded size} */
  private Map<Length.Root, Array> roots() {
    var sizes = new TreeMap<Integer, Integer>();
    for (int i = 0; i < numbers.size(); i++) {
      for (var entry : numbers.get(i).entrySet()) {
        int size = tree.arrays().get(i).dim(entry.getKey());
        var before = sizes.putIfAbsent(entry.getValue(), size);
        if (before != null && before != size) {
          throw new ShapeException(
              "ragged needs one padded size along the axes of one length, but found %d, and %d along axis %d of leaf \"%s\". Number different lengths by LengthAxes."
                  .formatted(before, size, entry.getKey(), path(i)));
        }
      }
    }
    var roots = new LinkedHashMap<Length.Root, Array>();
    for (var entry : sizes.entrySet()) {
      int size = entry.getValue();
      requireInside(entry.getKey(), size);
      var value = Lax.convertElementType(value(entry.getKey()), DType.I32);
      var inside = Lax.clamp(NdArray.scalar(DType.I32, 0), value, NdArray.scalar(DType.I32, size));
      roots.put(new Length.Root(entry.getKey(), size, twin(roots.size(), size)), inside);
    }
    return roots;
  }

  /** {@return another size: a smaller one if there is room, as every length is smaller} */
  private static int twin(int number, int size) {
    if (number >= DIFFERENCES.size()) {
      throw new ShapeException(
          "ragged needs at most %d lengths, but got more.".formatted(DIFFERENCES.size()));
    }
    int difference = DIFFERENCES.get(number);
    return size >= 2 * difference + 2 ? size - difference : size + difference;
  }

  private Array value(int number) {
    return lengths.rank() == 0
        ? lengths
        : Lax.squeeze(Lax.sliceInDim(lengths, number, number + 1, 1, 0), Axes.of(0));
  }

  /** KnownLengths are checked where they are known; in a compiled program they are clamped. */
  private void requireInside(int number, int size) {
    if (!(BatchTrace.ofAllLanes(value(number)) instanceof NdArray known)) {
      return;
    }
    for (int i = 0; i < known.size(); i++) {
      long length = known.getLong(i);
      if (length < 0 || length > size) {
        throw new ShapeException(
            "ragged needs lengths between 0 and the padded size %d, but length %d is %d."
                .formatted(size, i, length));
      }
    }
  }
}
