package io.cambric.testing;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.StagingTrace;
import java.util.List;
import java.util.function.Function;

/** Jaxprs of functions written in tests. */
public final class Staged {

  private Staged() {}

  /** {@return the aval of an f32 array} */
  public static ShapedArray f32(int... dims) {
    return new ShapedArray(Shape.of(dims), DType.F32);
  }

  /** {@return the aval of an i32 array} */
  public static ShapedArray i32(int... dims) {
    return new ShapedArray(Shape.of(dims), DType.I32);
  }

  /** {@return the program of a function of one array with one result} */
  public static Jaxpr of(ShapedArray aval, Function<Array, Array> function) {
    return of(List.of(aval), arguments -> List.of(function.apply(arguments.getFirst())));
  }

  /** {@return the program of a function, captured arrays as inputs in front} */
  public static Jaxpr of(List<ShapedArray> avals, Function<List<Array>, List<Array>> function) {
    return StagingTrace.trace("jit", avals, function).jaxpr();
  }
}
