package io.cambric.programs;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.programs.StepGenerator.Drawn;
import io.cambric.testing.TestArrays;
import java.util.List;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Steps that are one function of the library. */
final class Leaves {

  /** Farther from a kink than any step of a difference. */
  private static final double MARGIN = 0.01;

  private Leaves() {}

  /** {@return a step of one operand and one result, or {@code null} without an operand} */
  static @Nullable Drawn unary(String row, String text, int x, UnaryOperator<Array> function) {
    return x < 0 ? null : leaf(row, text, List.of(x), v -> List.of(function.apply(v.getFirst())));
  }

  /** {@return a step of two operands and one result, or {@code null} without one of them} */
  static @Nullable Drawn binary(
      String row, String text, int x, int y, BinaryOperator<Array> function) {
    return x < 0 || y < 0
        ? null
        : leaf(row, text, List.of(x, y), v -> List.of(function.apply(v.get(0), v.get(1))));
  }

  static Drawn leaf(
      String row,
      String text,
      List<Integer> operands,
      Function<List<Array>, List<Array>> function) {
    return new Drawn(new Operation.Leaf(row, text, Set.of(), function), operands);
  }

  /** {@return x brought between two numbers, smoothly} */
  static Array within(Array x, double low, double high) {
    var half = NdArray.scalar(x.dtype(), (high - low) / 2);
    return Lax.add(Lax.mul(Lax.sin(x), half), NdArray.scalar(x.dtype(), (high + low) / 2));
  }

  /** {@return whether no element is near a whole number of steps, where a function may jump} */
  static boolean isAwayFromMultiples(NdArray x, double step, double offset) {
    for (double element : TestArrays.doubles(x)) {
      double position = (element - offset) / step;
      if (Math.abs(position - Math.rint(position)) * step < MARGIN) {
        return false;
      }
    }
    return true;
  }

  static boolean isAwayFromZero(NdArray x) {
    for (double element : TestArrays.doubles(x)) {
      if (Math.abs(element) < MARGIN) {
        return false;
      }
    }
    return true;
  }

  /** {@return whether a comparison of two floating arrays stays as it is nearby} */
  static boolean areApart(NdArray x, NdArray y) {
    double[] a = TestArrays.doubles(x);
    double[] b = TestArrays.doubles(y);
    for (int i = 0; i < Math.max(a.length, b.length); i++) {
      if (a.length == 0 || b.length == 0) {
        return true;
      }
      if (Math.abs(a[a.length == 1 ? 0 : i] - b[b.length == 1 ? 0 : i]) < MARGIN) {
        return false;
      }
    }
    return true;
  }

  /** {@return whether all elements differ, so that their order stays as it is nearby} */
  static boolean areDistinct(NdArray x) {
    double[] sorted = TestArrays.doubles(x);
    java.util.Arrays.sort(sorted);
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] - sorted[i - 1] < MARGIN) {
        return false;
      }
    }
    return true;
  }
}
