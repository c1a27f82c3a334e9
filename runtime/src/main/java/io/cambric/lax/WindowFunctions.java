package io.cambric.lax;

import io.cambric.core.Array;
import io.cambric.core.Trace;

/** The contractions, convolutions and windows, as {@link Lax} offers them. */
abstract class WindowFunctions extends ReductionFunctions {

  WindowFunctions() {}

  /** {@return products summed over contracted axes} */
  public static Array dotGeneral(Array lhs, Array rhs, DotDims dims) {
    return Trace.bind(new DotGeneral(dims), lhs, rhs);
  }
}
