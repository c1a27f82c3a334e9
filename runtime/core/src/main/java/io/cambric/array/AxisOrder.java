package io.cambric.array;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Hints for shapes that differ only in the order of their axes, such as weights of other libraries.
 */
public final class AxisOrder {

  /** The largest rank for which permutations are searched. */
  private static final int MAX_RANK = 6;

  /** The rank of a kernel without spatial axes. */
  private static final int DENSE = 2;

  private static final List<String> SPATIAL = List.of("depth", "height", "width");

  private AxisOrder() {}

  /**
   * {@return the permutation for {@code transpose} from one shape to another, if there is one}
   *
   * <p>The permutation from PyTorch kernels to Flax kernels comes first, then the others in order.
   * Equal shapes have none.
   */
  public static Optional<Axes> between(Shape from, Shape to) {
    int rank = from.rank();
    if (rank != to.rank() || rank > MAX_RANK || from.equals(to)) {
      return Optional.empty();
    }
    var pytorch = pytorch(rank);
    return from.select(pytorch).equals(to)
        ? Optional.of(pytorch)
        : completed(from, to, new int[0]).map(Axes::of);
  }

  /** {@return sentences on shapes that differ only in the order of axes, with a leading space} */
  public static Optional<String> mend(Shape from, Shape to) {
    return between(from, to)
        .map(order ->
            " The sizes are the same in another order: transpose it, as in transpose(%s).%s"
                .formatted(
                    IntStream.range(0, order.size())
                        .mapToObj(i -> Integer.toString(order.get(i)))
                        .collect(Collectors.joining(", ")),
                    order.size() >= DENSE && order.equals(pytorch(order.size()))
                        ? layouts(order.size())
                        : ""));
  }

  private static String layouts(int rank) {
    int spatial = rank - DENSE;
    if (spatial > SPATIAL.size()) {
      return "";
    }
    var names = SPATIAL.subList(SPATIAL.size() - spatial, SPATIAL.size());
    return " PyTorch stores kernels as %s; Cambric needs %s."
        .formatted(
            IntStream.rangeClosed(0, spatial)
                .mapToObj(i -> i == 0 ? "out, in" : names.get(i - 1))
                .collect(Collectors.joining(", ", "[", "]")),
            IntStream.rangeClosed(0, spatial)
                .mapToObj(i -> i == spatial ? "in, out" : names.get(i))
                .collect(Collectors.joining(", ", "[", "]")));
  }

  /** {@return the order from [out, in, spatial...] to [spatial..., in, out]} */
  private static Axes pytorch(int rank) {
    return Axes.of(IntStream.range(0, rank).map(i -> pytorchAxis(i, rank)).toArray());
  }

  private static int pytorchAxis(int i, int rank) {
    return i < rank - DENSE ? i + DENSE : rank - 1 - i;
  }

  /** {@return the first permutation that begins with these axes and maps one shape to the other} */
  private static Optional<int[]> completed(Shape from, Shape to, int[] begun) {
    if (begun.length == from.rank()) {
      return Optional.of(begun);
    }
    return IntStream.range(0, from.rank())
        .filter(axis -> IntStream.of(begun).noneMatch(used -> used == axis))
        .filter(axis -> from.dim(axis) == to.dim(begun.length))
        .mapToObj(axis ->
            completed(
                from, to, IntStream.concat(IntStream.of(begun), IntStream.of(axis)).toArray()))
        .flatMap(Optional::stream)
        .findFirst();
  }
}
