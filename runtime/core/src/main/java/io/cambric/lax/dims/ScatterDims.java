package io.cambric.lax.dims;

import io.cambric.array.Axes;

/**
 * The roles of the axes of operand, indices and updates of a scatter. The last axis of the indices
 * holds the components of one start index.
 *
 * @param updateWindowDims axes of the updates that run over the window, ascending
 * @param insertedWindowDims axes of the operand, of window size 1, that the updates leave out
 * @param scatterDimsToOperandDims for each component of a start index, its axis of the operand
 * @param operandBatchingDims batch axes of the operand, shared with the indices
 * @param scatterIndicesBatchingDims batch axes of the indices, in the same order
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.ScatterDimensionNumbers.html">lax.ScatterDimensionNumbers</a>
 */
public record ScatterDims(
    Axes updateWindowDims,
    Axes insertedWindowDims,
    Axes scatterDimsToOperandDims,
    Axes operandBatchingDims,
    Axes scatterIndicesBatchingDims) {

  /** The roles of axes if operand and indices share no batch axis. */
  public ScatterDims(
      Axes updateWindowDims, Axes insertedWindowDims, Axes scatterDimsToOperandDims) {
    this(updateWindowDims, insertedWindowDims, scatterDimsToOperandDims, Axes.of(), Axes.of());
  }

  /** {@return the gather that reads the elements that this scatter writes} */
  public GatherDims toGather() {
    return new GatherDims(
        updateWindowDims,
        insertedWindowDims,
        scatterDimsToOperandDims,
        operandBatchingDims,
        scatterIndicesBatchingDims);
  }
}
