package io.cambric.optax.contrib;

import java.util.List;

/**
 * The axes of a weight that form the matrix projected by GaLore. Each axis is in one list.
 *
 * @param reductionAxis the axes over which a product with the weight sums: the rows
 * @param outputAxis the axes of the product: the columns
 */
public record GaLoreDimensionNumbers(List<Integer> reductionAxis, List<Integer> outputAxis)
    implements DimensionNumbers {

  public GaLoreDimensionNumbers {
    reductionAxis = List.copyOf(reductionAxis);
    outputAxis = List.copyOf(outputAxis);
  }

  /** One axis each. */
  public GaLoreDimensionNumbers(int reductionAxis, int outputAxis) {
    this(List.of(reductionAxis), List.of(outputAxis));
  }

  /** The rows and columns of a matrix. */
  public GaLoreDimensionNumbers() {
    this(0, 1);
  }
}
