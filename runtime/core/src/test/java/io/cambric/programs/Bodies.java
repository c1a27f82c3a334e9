package io.cambric.programs;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Helpers of the rows of transformations: the choice of operands, and results of requested types.
 */
final class Bodies {

  private Bodies() {}

  /** {@return the program as a function of lists, the first arguments captured} */
  static Fn<List<Array>, List<Array>> function(Program program, List<Array> captured) {
    return arguments -> program.apply(concat(captured, arguments));
  }

  static <T> List<T> concat(List<? extends T> first, List<? extends T> second) {
    var all = new ArrayList<T>(first);
    all.addAll(second);
    return all;
  }

  /** {@return some values, at least one} */
  static List<Integer> operands(ProgramGenerator g, int most) {
    var operands = new ArrayList<Integer>();
    for (int i = g.random.nextInt(1, most + 1); i > 0; i--) {
      operands.add(g.anyValue());
    }
    return operands;
  }

  /** {@return some floating values; none where there are none} */
  static List<Integer> floatingOperands(ProgramGenerator g, int most) {
    var operands = new ArrayList<Integer>();
    for (int i = g.random.nextInt(1, most + 1); i > 0; i--) {
      int x = g.floating();
      if (x >= 0) {
        operands.add(x);
      }
    }
    return operands;
  }

  /** {@return a value of a type: one that has it, or made of another of its dtype} */
  static int like(ProgramGenerator g, ShapedArray aval) {
    int known = g.value(x -> x.aval().strong().equals(aval.strong()));
    if (known >= 0) {
      return known;
    }
    int other = g.value(x -> x.dtype() == aval.dtype() && aval.dtype() != DType.BOOL);
    if (other < 0) {
      return g.constant((NdArray) Lax.full(aval.strong(), 1));
    }
    var fitted =
        Leaves.unary(
            "constant", "fitted to " + aval, other, x -> ContractionSteps.fitted(x, aval.shape()));
    var numbers = g.add(Objects.requireNonNull(fitted).operation(), fitted.operands());
    return numbers == null ? g.constant((NdArray) Lax.full(aval.strong(), 1)) : numbers.getFirst();
  }

  /** {@return a value that a loop can carry: it stays small in every iteration} */
  static int next(ProgramGenerator g, int carry) {
    int x = like(g, g.sample(carry).aval());
    if (!g.sample(carry).dtype().isFloating()) {
      return x;
    }
    var bounded =
        Leaves.binary(
            "constant",
            "0.5 * second + sin first",
            x,
            carry,
            (a, b) -> Lax.add(Lax.mul(b, NdArray.scalar(b.dtype(), 0.5)), Lax.sin(a)));
    var numbers = g.add(Objects.requireNonNull(bounded).operation(), bounded.operands());
    return numbers == null ? carry : numbers.getFirst();
  }

  static List<Integer> nextOf(ProgramGenerator g, int first, int count) {
    var numbers = new ArrayList<Integer>();
    for (int i = first; i < first + count; i++) {
      numbers.add(next(g, i));
    }
    return numbers;
  }

  /** {@return floating values of a body; empty where there are none} */
  static List<Integer> floatingResults(ProgramGenerator body, int most) {
    return floatingOperands(body, most);
  }

  /**
   * {@return carries with strong dtypes, where the first iteration might change weak ones} For
   * example, a weak f64 and an integer make an f32.
   */
  static List<Array> meant(List<Array> carries) {
    return carries.stream()
        .map(x ->
            x.aval().weak() && x.dtype() == DType.F64 ? Lax.convertElementType(x, DType.F64) : x)
        .toList();
  }

  /** {@return the samples with strong dtypes, as loops make them} */
  static List<NdArray> strong(List<NdArray> samples) {
    return samples.stream().map(x -> x.withAval(x.aval().strong())).toList();
  }

  /** {@return a bool scalar, at times one that the program computes} */
  static int predicate(ProgramGenerator g) {
    int known = g.value(x -> x.dtype() == DType.BOOL && x.shape().equals(Shape.scalar()));
    if (known >= 0) {
      return known;
    }
    int number = g.value(x -> x.dtype() == DType.I32 && x.shape().equals(Shape.scalar()));
    if (number < 0) {
      return g.constant(NdArray.scalar(DType.BOOL, g.random.nextInt(2)));
    }
    var small =
        Leaves.unary("constant", "lt 2", number, x -> Lax.lt(x, NdArray.scalar(DType.I32, 2)));
    var numbers = g.add(Objects.requireNonNull(small).operation(), small.operands());
    return Objects.requireNonNull(numbers).getFirst();
  }

  /** {@return the sum of the sines of all floating arrays, in f64 where one is, else in f32} */
  static Array loss(List<Array> arrays) {
    boolean wide = arrays.stream().anyMatch(x -> x.dtype() == DType.F64);
    var dtype = wide ? DType.F64 : DType.F32;
    Array sum = NdArray.scalar(dtype, 0);
    for (var x : arrays) {
      if (x.dtype().isFloating()) {
        var flat = Lax.reshape(Lax.sin(x), Shape.of(x.size()));
        var converted = Lax.convertElementType(flat, dtype);
        sum = Lax.add(sum, Lax.reduceSum(converted, io.cambric.array.Axes.of(0)));
      }
    }
    return sum;
  }
}
