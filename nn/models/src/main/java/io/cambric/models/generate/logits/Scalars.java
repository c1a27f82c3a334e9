package io.cambric.models.generate.logits;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import java.util.List;

/** Numbers of settings as arrays, so that a changed number reuses the program. */
final class Scalars {

  private Scalars() {}

  static Array ofInt(int value) {
    return NdArray.scalar(DType.I32, value);
  }

  static Array ofFloat(double value) {
    return NdArray.scalar(DType.F32, value);
  }

  static Array ofTokens(List<Integer> tokens) {
    return NdArray.ofInts(
        Shape.of(tokens.size()), tokens.stream().mapToInt(Integer::intValue).toArray());
  }
}
