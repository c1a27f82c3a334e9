package io.cambric.lax.dims;

import io.cambric.array.Axes;
import io.cambric.errors.ShapeException;

/**
 * The padding around the spatial axes of a convolution or a window.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.padtype_to_pads.html">lax.padtype_to_pads</a>
 */
public sealed interface Padding {

  /** As many results as steps fit; an odd element of padding goes to the end. */
  Padding SAME = Named.SAME;

  /** As many results as steps fit; an odd element of padding goes to the beginning. */
  Padding SAME_LOWER = Named.SAME_LOWER;

  /** No padding: the window is always inside the operand. */
  Padding VALID = Named.VALID;

  /** {@return padding of these sizes before and behind each axis} */
  static Padding of(Axes low, Axes high) {
    return new Explicit(low, high);
  }

  /**
   * {@return the sizes for a forward convolution or window}
   *
   * @param sizes of the operand along the padded axes
   * @param window sizes of the window along these axes, dilated
   * @param strides steps of the window
   */
  Explicit resolve(Axes sizes, Axes window, Axes strides);

  /**
   * {@return the sizes for a transposed convolution, which dilates its operand by the strides}
   *
   * @param window sizes of the kernel, dilated
   * @param strides of the convolution that is transposed
   */
  Explicit resolveTransposed(Axes window, Axes strides);

  /** The paddings that follow from sizes. */
  enum Named implements Padding {
    SAME,
    SAME_LOWER,
    VALID;

    @Override
    public Explicit resolve(Axes sizes, Axes window, Axes strides) {
      int[] low = new int[sizes.size()];
      int[] high = new int[sizes.size()];
      for (int axis = 0; this != VALID && axis < low.length; axis++) {
        int results = Math.ceilDiv(sizes.get(axis), strides.get(axis));
        int covered = (results - 1) * strides.get(axis) + window.get(axis);
        int total = Math.max(0, covered - sizes.get(axis));
        low[axis] = this == SAME ? total / 2 : total - total / 2;
        high[axis] = total - low[axis];
      }
      return new Explicit(Axes.of(low), Axes.of(high));
    }

    @Override
    public Explicit resolveTransposed(Axes window, Axes strides) {
      int[] low = new int[window.size()];
      int[] high = new int[window.size()];
      for (int axis = 0; axis < low.length; axis++) {
        int k = window.get(axis);
        int s = strides.get(axis);
        int total =
            switch (this) {
              case SAME -> k + s - 2;
              case VALID -> k + s - 2 + Math.max(k - s, 0);
              case SAME_LOWER ->
                  throw new ShapeException(
                      "conv_transpose needs padding SAME, VALID or explicit sizes, but got"
                          + " SAME_LOWER.");
            };
        low[axis] = this == VALID || s > k - 1 ? k - 1 : Math.ceilDiv(total, 2);
        high[axis] = total - low[axis];
      }
      return new Explicit(Axes.of(low), Axes.of(high));
    }
  }

  /**
   * Given sizes; negative sizes remove elements.
   *
   * @param low before each axis
   * @param high behind each axis
   */
  record Explicit(Axes low, Axes high) implements Padding {

    @Override
    public Explicit resolve(Axes sizes, Axes window, Axes strides) {
      return this;
    }

    @Override
    public Explicit resolveTransposed(Axes window, Axes strides) {
      return this;
    }
  }
}
