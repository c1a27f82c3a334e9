package io.cambric.optax.contrib;

import io.cambric.tree.Opaque;
import java.util.List;

/**
 * The axes of a weight that make up the rows and the columns of a matrix.
 *
 * <p>Negative axes count from the last one.
 */
public sealed interface DimensionNumbers extends Opaque
    permits MuonDimensionNumbers, GaLoreDimensionNumbers {

  /** {@return the axes over which a product with the weight sums: the rows} */
  List<Integer> reductionAxis();

  /** {@return the axes of the product: the columns} */
  List<Integer> outputAxis();
}
