package io.cambric.optax.contrib;

import java.util.List;

/**
 * The axes of a weight that form the matrix orthogonalized by Muon. Axes in neither list count
 * matrices, and each matrix is orthogonalized separately.
 *
 * @param reductionAxis the axes over which a product with the weight sums: the rows
 * @param outputAxis the axes of the product: the columns
 */
public record MuonDimensionNumbers(List<Integer> reductionAxis, List<Integer> outputAxis)
    implements DimensionNumbers {

  public MuonDimensionNumbers {
    reductionAxis = List.copyOf(reductionAxis);
    outputAxis = List.copyOf(outputAxis);
  }

  /** One axis each. */
  public MuonDimensionNumbers(int reductionAxis, int outputAxis) {
    this(List.of(reductionAxis), List.of(outputAxis));
  }

  /** The rows and columns of a matrix. */
  public MuonDimensionNumbers() {
    this(0, 1);
  }
}
