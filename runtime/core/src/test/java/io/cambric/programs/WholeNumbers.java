package io.cambric.programs;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.testing.TestArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;

/** Arguments of programs of whole numbers, and whether a program is exact at its arguments. */
final class WholeNumbers {

  /** Enough for several blocks of a loop, which shows values that are overwritten too early. */
  static final int MAX_ELEMENTS = 4000;

  private static final int ARGUMENT_BOUND = 4;

  /** Sums of magnitudes up to here: f32 is exact up to 2^24. */
  private static final double LARGEST_SUM = 1 << 20;

  private static final double LARGEST = 1 << 10;

  /** bf16 is exact up to 2^8. */
  private static final double LARGEST_BF16 = 1 << 7;

  private WholeNumbers() {}

  /** {@return one to four arguments, at times of many elements, at times of none} */
  static List<NdArray> arguments(RandomGenerator random) {
    boolean large = random.nextInt(3) == 0;
    var arguments = new ArrayList<NdArray>();
    for (int i = random.nextInt(1, 5); i > 0; i--) {
      arguments.add(argument(random, new ShapedArray(shape(random, large), dtype(random))));
    }
    return arguments;
  }

  /** {@return another argument of a type} */
  static NdArray argument(RandomGenerator random, ShapedArray aval) {
    return TestArrays.whole(random, aval.dtype(), aval.shape(), ARGUMENT_BOUND);
  }

  private static DType dtype(RandomGenerator random) {
    return switch (random.nextInt(8)) {
      case 0 -> DType.BF16;
      case 1 -> DType.I32;
      case 2 -> DType.BOOL;
      case 3 -> DType.F64;
      default -> DType.F32;
    };
  }

  private static Shape shape(RandomGenerator random, boolean large) {
    if (large) {
      return switch (random.nextInt(5)) {
        case 0 -> Shape.scalar();
        case 1 -> Shape.of(random.nextInt(1000, 3000));
        case 2 -> Shape.of(50);
        default -> Shape.of(random.nextInt(30, 50), 50);
      };
    }
    return Sample.shape(random, random.nextInt(24) == 0);
  }

  /** {@return a literal that keeps sums exact; zeros have either sign} */
  static double literal(RandomGenerator random) {
    double value = random.nextBoolean() ? 0 : random.nextInt(-2, 3);
    return value == 0 && random.nextBoolean() ? -0.0 : value;
  }

  /** {@return whether the results of a step, and all sums that lead to them, are exact} */
  static boolean isExact(Operation operation, List<Array> operands, List<? extends Array> results) {
    return results.stream().allMatch(WholeNumbers::isSmall)
        && (!operation.bodies().isEmpty() || sumsAreSmall(operation, operands));
  }

  private static boolean isSmall(Array array) {
    if (!array.dtype().isFloating()) {
      return true;
    }
    double limit = array.dtype() == DType.BF16 ? LARGEST_BF16 : LARGEST;
    for (double element : TestArrays.doubles(array)) {
      if (!(Math.abs(element) <= limit) || element != Math.rint(element)) {
        return false;
      }
    }
    return true;
  }

  /** No partial sum of the operands is larger than the sum of their magnitudes. */
  private static boolean sumsAreSmall(Operation operation, List<Array> operands) {
    var magnitudes = operands.stream().map(x -> x.dtype().isFloating() ? Lax.abs(x) : x).toList();
    for (var sum : operation.apply(magnitudes)) {
      for (double element : sum.dtype().isFloating() ? TestArrays.doubles(sum) : new double[0]) {
        if (!(element <= LARGEST_SUM)) {
          return false;
        }
      }
    }
    return true;
  }

  /** {@return whether every step of a program is exact at these arguments} */
  static boolean areExact(Program program, List<? extends Array> arguments) {
    var run = new ExactRun();
    program.run(List.copyOf(arguments), run);
    return run.exact;
  }

  /** An evaluation that looks at each step, those of called programs included. Mutable. */
  private static final class ExactRun implements BiFunction<Operation, List<Array>, List<Array>> {

    private boolean exact = true;

    @Override
    public List<Array> apply(Operation operation, List<Array> operands) {
      var results =
          operation.bodies().isEmpty()
              ? operation.apply(operands)
              : operation.bodies().getFirst().run(operands, this);
      exact &= isExact(operation, operands, results);
      return results;
    }
  }
}
