package io.cambric.models.generate;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;

/** A model of any class that continues sequences, as functions of its variables. */
interface TokenModel {

  /**
   * {@return the prompts, read}
   *
   * @param more number of new tokens that are read later
   */
  DecodingState begin(Variables variables, Prompt prompt, int more);

  /**
   * {@return one more token of each sequence, read}
   *
   * @param tokens i32 {@code [rows]}
   * @param positions i32 {@code [rows]}
   */
  DecodingState next(Variables variables, Array tokens, Array positions, Object cache);

  /** {@return a cache with each row repeated} */
  Object repeated(Object cache, int times);

  /**
   * {@return a cache with other rows of the same prompts}
   *
   * @param rows indices of the rows to take, i32 {@code [rows]}
   */
  Object reordered(Object cache, Array rows);

  /** {@return the number of different tokens} */
  int vocabulary();

  /** {@return the dtype of the variables, which caches have, too} */
  static DType dtype(Variables variables) {
    return Trees.leaves(variables.params()).stream()
        .map(leaf -> ((Array) leaf).dtype())
        .filter(DType::isFloating)
        .findFirst()
        .orElse(DType.F32);
  }
}
