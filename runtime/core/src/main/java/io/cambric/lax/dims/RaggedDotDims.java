package io.cambric.lax.dims;

import io.cambric.array.Axes;

/**
 * The axes that a {@code ragged_dot_general} contracts and batches, and the axis that is divided
 * into groups.
 *
 * @param dot the contracted and batch axes
 * @param lhsRagged the one axis of the left operand that is divided into groups
 * @param rhsGroup the one axis of the right operand that counts groups, if the ragged axis is
 *     neither contracted nor a batch axis; else none
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.RaggedDotDimensionNumbers.html">lax.RaggedDotDimensionNumbers</a>
 */
public record RaggedDotDims(DotDims dot, Axes lhsRagged, Axes rhsGroup) {

  /** Rows in groups times one matrix per group: {@code [m, k], [g, k, n] -> [m, n]}. */
  public static final RaggedDotDims ROWS =
      new RaggedDotDims(
          new DotDims(Axes.of(1), Axes.of(1), Axes.of(), Axes.of()), Axes.of(0), Axes.of(0));
}
