package io.cambric.optax.assignment;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * Pairs of rows and columns of a matrix: pair {@code k} is {@code (rows[k], columns[k])}.
 *
 * @param rows numbers of rows, {@code [min(n, m)]}, of the default integer dtype
 * @param columns numbers of columns, of the same shape and dtype
 */
@PyTree
public record Assignment(Array rows, Array columns) {

  /** {@return the pairs with rows and columns exchanged} */
  Assignment transposed() {
    return new Assignment(columns, rows);
  }
}
