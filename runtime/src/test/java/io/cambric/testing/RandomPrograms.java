package io.cambric.testing;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.StagingTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Makes random programs from seeds: the same program for one seed and one kind, on every machine.
 *
 * <p>Programs mix elementwise functions, comparisons, selections, conversions, views, reductions,
 * contractions and calls. Their outputs may be inputs, literals, views and duplicates.
 */
public final class RandomPrograms {

  private RandomPrograms() {}

  /** What programs are made for. */
  public enum Kind {
    /**
     * Small whole numbers of many dtypes, exact in all of them: every order of summation gives the
     * same bits.
     */
    WHOLE,
    /** As {@link #WHOLE}, of operations that have batching rules. */
    MAPPABLE,
    /** Smooth functions of f64 arrays, to be differentiated; values stay near 1. */
    SMOOTH
  }

  /**
   * A program and arguments for it.
   *
   * @param seed what it was made from
   * @param jaxpr without captured arrays
   * @param arguments one an input
   */
  public record RandomProgram(long seed, Kind kind, Jaxpr jaxpr, List<NdArray> arguments) {

    /** {@return other arguments of the same avals} */
    public List<NdArray> otherArguments(long otherSeed) {
      var random = Seeds.generator(otherSeed);
      return jaxpr.inputAvals().stream().map(aval -> argument(random, kind, aval)).toList();
    }

    @Override
    public String toString() {
      return "program of seed " + seed + ", " + jaxpr.eqns().size() + " equations";
    }
  }

  /** {@return the program of a seed} */
  public static RandomProgram of(Kind kind, long seed) {
    var random = Seeds.generator(seed);
    var avals = new ArrayList<ShapedArray>();
    int inputs = random.nextInt(1, 5);
    boolean large = kind == Kind.WHOLE && random.nextInt(3) == 0;
    for (int i = 0; i < inputs; i++) {
      avals.add(new ShapedArray(shape(random, large), dtype(random, kind)));
    }
    var traced =
        StagingTrace.trace(
            "random", avals, arguments -> new ProgramWriter(random, kind, arguments).write());
    if (!traced.constants().isEmpty()) {
      throw new IllegalStateException("a random program captured " + traced.constants());
    }
    var arguments = avals.stream().map(aval -> argument(random, kind, aval)).toList();
    return new RandomProgram(seed, kind, traced.jaxpr(), arguments);
  }

  private static DType dtype(RandomGenerator random, Kind kind) {
    if (kind == Kind.SMOOTH) {
      return DType.F64;
    }
    return switch (random.nextInt(8)) {
      case 0 -> DType.BF16;
      case 1 -> DType.I32;
      case 2 -> DType.BOOL;
      case 3 -> DType.F64;
      default -> DType.F32;
    };
  }

  /**
   * {@return a few small axes, at times none of any length}
   *
   * @param large whether arrays fill several blocks, which shows what is overwritten too early
   */
  private static Shape shape(RandomGenerator random, boolean large) {
    if (large) {
      return switch (random.nextInt(5)) {
        case 0 -> Shape.scalar();
        case 1 -> Shape.of(random.nextInt(1000, 3000));
        case 2 -> Shape.of(50);
        default -> Shape.of(random.nextInt(30, 50), 50);
      };
    }
    boolean maybeEmpty = random.nextInt(24) == 0;
    int[] dims = new int[random.nextInt(4)];
    for (int i = 0; i < dims.length; i++) {
      dims[i] = maybeEmpty ? random.nextInt(3) : random.nextInt(1, 6);
    }
    return Shape.of(dims);
  }

  static NdArray argument(RandomGenerator random, Kind kind, ShapedArray aval) {
    return kind == Kind.SMOOTH
        ? TestArrays.normal(random, aval.dtype(), aval.shape())
        : TestArrays.whole(random, aval.dtype(), aval.shape(), ProgramWriter.ARGUMENT_BOUND);
  }

  /** {@return one of a list} */
  static <T> T pick(RandomGenerator random, List<? extends T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** {@return the arrays of a list that satisfy a condition} */
  static List<Array> where(List<Array> arrays, java.util.function.Predicate<Array> condition) {
    return arrays.stream().filter(condition).toList();
  }
}
