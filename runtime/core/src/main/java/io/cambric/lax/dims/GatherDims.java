package io.cambric.lax.dims;

import io.cambric.array.Axes;

/**
 * The roles of the axes of operand, indices and result of a gather. The last axis of the indices
 * holds the components of one start index.
 *
 * @param offsetDims axes of the result that run over the window, ascending
 * @param collapsedSliceDims axes of the operand, of window size 1, that the result leaves out
 * @param startIndexMap for each component of a start index, its axis of the operand
 * @param operandBatchingDims batch axes of the operand, shared with the indices
 * @param startIndicesBatchingDims batch axes of the indices, in the same order
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.GatherDimensionNumbers.html">lax.GatherDimensionNumbers</a>
 */
public record GatherDims(
    Axes offsetDims,
    Axes collapsedSliceDims,
    Axes startIndexMap,
    Axes operandBatchingDims,
    Axes startIndicesBatchingDims) {

  /** The roles of axes if operand and indices share no batch axis. */
  public GatherDims(Axes offsetDims, Axes collapsedSliceDims, Axes startIndexMap) {
    this(offsetDims, collapsedSliceDims, startIndexMap, Axes.of(), Axes.of());
  }

  /** {@return the roles of axes for the scatter that transposes this gather} */
  public ScatterDims toScatter() {
    return new ScatterDims(
        offsetDims,
        collapsedSliceDims,
        startIndexMap,
        operandBatchingDims,
        startIndicesBatchingDims);
  }

  /** {@return the axes of the operand that the window shows in the result, ascending} */
  public Axes windowAxes(int operandRank) {
    return collapsedSliceDims.concat(operandBatchingDims).complement(operandRank);
  }

  /** {@return these roles for an operand with a new axis 0, which the window spans} */
  public GatherDims withOperandLanes() {
    return new GatherDims(
        offsetDims.shiftedFrom(0).insert(0, 0),
        collapsedSliceDims.shiftedFrom(0),
        startIndexMap.shiftedFrom(0),
        operandBatchingDims.shiftedFrom(0),
        startIndicesBatchingDims);
  }

  /** {@return these roles for indices with a new axis 0} */
  public GatherDims withIndexLanes() {
    return new GatherDims(
        offsetDims.shiftedFrom(0),
        collapsedSliceDims,
        startIndexMap,
        operandBatchingDims,
        startIndicesBatchingDims.shiftedFrom(0));
  }

  /** {@return these roles for an operand and indices with a new axis 0 that they share} */
  public GatherDims withSharedLanes() {
    return new GatherDims(
        offsetDims.shiftedFrom(0),
        collapsedSliceDims.shiftedFrom(0),
        startIndexMap.shiftedFrom(0),
        operandBatchingDims.shiftedFrom(0).insert(0, 0),
        startIndicesBatchingDims.shiftedFrom(0).insert(0, 0));
  }
}
