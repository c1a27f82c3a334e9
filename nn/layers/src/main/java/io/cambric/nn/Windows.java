package io.cambric.nn;

import io.cambric.array.Axes;
import io.cambric.errors.HyperparameterException;
import io.cambric.nn.Padding.Pair;
import java.util.List;

/** Padding and sizes of windows that slide over spatial axes, in the form of {@code lax}. */
final class Windows {

  private Windows() {}

  /**
   * {@return the padding of the spatial axes}
   *
   * @param layer names the caller in messages
   * @param axes number of spatial axes
   * @throws HyperparameterException if the padding has another number of axes, or is a kind that
   *     repeats or shifts the input
   */
  static io.cambric.lax.dims.Padding padding(String layer, Padding padding, int axes) {
    return switch (padding) {
      case Padding.Uniform(int amount) ->
          io.cambric.lax.dims.Padding.of(Axes.filled(axes, amount), Axes.filled(axes, amount));
      case Padding.Explicit(var pairs) -> explicit(layer, pairs, axes);
      case Padding.Mode mode ->
          switch (mode) {
            case VALID -> io.cambric.lax.dims.Padding.VALID;
            case SAME -> io.cambric.lax.dims.Padding.SAME;
            case CIRCULAR, REFLECT, CAUSAL ->
                throw new HyperparameterException(
                    "%s needs padding SAME, VALID or numbers, but got %s. Only convolutions support other padding."
                        .formatted(layer, mode));
          };
    };
  }

  private static io.cambric.lax.dims.Padding explicit(String layer, List<Pair> pairs, int axes) {
    if (pairs.size() != axes) {
      throw new HyperparameterException(
          "%s needs padding for each of its %d spatial axes, but got %s. Pass one pair for each axis, or Padding.of(n) for all."
              .formatted(layer, axes, pairs));
    }
    return io.cambric.lax.dims.Padding.of(
        Axes.of(pairs.stream().mapToInt(Pair::low).toArray()),
        Axes.of(pairs.stream().mapToInt(Pair::high).toArray()));
  }

  /** {@return the sizes of windows with spaced elements} */
  static Axes dilated(Axes window, Axes dilation) {
    var sizes = new int[window.size()];
    for (int i = 0; i < sizes.length; i++) {
      long size = (window.get(i) - 1L) * dilation.get(i) + 1;
      sizes[i] = (int) Math.min(size, Integer.MAX_VALUE);
    }
    return Axes.of(sizes);
  }
}
