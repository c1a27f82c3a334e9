package io.cambric.programs;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.programs.ProgramKind.Derivatives;
import io.cambric.programs.ProgramKind.Values;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A random program with the arguments at which it was generated.
 *
 * @param seed what it was made from
 */
record Sample(long seed, ProgramKind kind, Program program, List<NdArray> arguments) {

  /** {@return the program of a seed, the same on every machine} */
  static Sample of(long seed) {
    var random = Seeds.generator(seed);
    var derivatives =
        switch (random.nextInt(8)) {
          case 0 -> Derivatives.FORWARD;
          case 1 -> Derivatives.REVERSE;
          default -> Derivatives.BOTH;
        };
    var values = random.nextInt(3) == 0 ? Values.MIXED : Values.SMOOTH;
    return of(random, new ProgramKind(values, derivatives), seed);
  }

  /** {@return the program of a kind and a seed} */
  static Sample of(ProgramKind kind, long seed) {
    return of(Seeds.generator(seed), kind, seed);
  }

  private static Sample of(RandomGenerator random, ProgramKind kind, long seed) {
    var arguments = kind.isWhole() ? WholeNumbers.arguments(random) : arguments(random, kind);
    var generator = new ProgramGenerator(random, kind, arguments);
    generator.generate(kind.isWhole() ? random.nextInt(4, 40) : random.nextInt(3, 12));
    return new Sample(seed, kind, generator.returningSome(random.nextInt(1, 5)), arguments);
  }

  private static List<NdArray> arguments(RandomGenerator random, ProgramKind kind) {
    var arguments = new ArrayList<NdArray>();
    boolean maybeEmpty = random.nextInt(24) == 0;
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      arguments.add(
          argument(random, new ShapedArray(shape(random, maybeEmpty), dtype(random, kind))));
    }
    if (random.nextInt(3) == 0) {
      // Places, bounds and branches that differ between lanes.
      arguments.add(argument(random, new ShapedArray(Shape.scalar(), DType.I32)));
    }
    return arguments;
  }

  /** {@return an empty program for a seed whose program could not be generated} */
  static Sample empty(long seed) {
    var nothing = new Program(List.of(), List.of(), List.of());
    return new Sample(seed, new ProgramKind(Values.SMOOTH, Derivatives.BOTH), nothing, List.of());
  }

  private static DType dtype(RandomGenerator random, ProgramKind kind) {
    if (!kind.isMixed()) {
      return random.nextInt(8) == 0 ? DType.I32 : DType.F64;
    }
    return switch (random.nextInt(12)) {
      case 0 -> DType.BF16;
      case 1 -> DType.F16;
      case 2 -> DType.I32;
      case 3 -> DType.BOOL;
      case 4 -> DType.F64;
      case 5 -> List.of(DType.values()).get(random.nextInt(DType.values().length));
      default -> DType.F32;
    };
  }

  /** {@return a few small axes, of any length or of one at least} */
  static Shape shape(RandomGenerator random, boolean maybeEmpty) {
    int[] dims = new int[random.nextInt(4)];
    for (int i = 0; i < dims.length; i++) {
      dims[i] = maybeEmpty ? random.nextInt(3) : random.nextInt(1, 6);
    }
    return Shape.of(dims);
  }

  private static NdArray argument(RandomGenerator random, ShapedArray aval) {
    if (aval.dtype().isFloating()) {
      return TestArrays.normal(random, aval.dtype(), aval.shape());
    }
    double[] whole = random.ints(aval.shape().size(), 0, 4).asDoubleStream().toArray();
    for (int i = 0; i < whole.length; i++) {
      whole[i] = aval.dtype() == DType.BOOL ? whole[i] % 2 : whole[i];
    }
    return TestArrays.of(aval.dtype(), aval.shape(), whole);
  }

  /** {@return other arguments near these, where the program is about as well conditioned} */
  List<NdArray> nearby(RandomGenerator random) {
    var others = new ArrayList<NdArray>();
    for (var x : arguments) {
      if (!x.dtype().isFloating()) {
        others.add(argument(random, x.aval()));
        continue;
      }
      double[] values = TestArrays.doubles(x);
      for (int i = 0; i < values.length; i++) {
        values[i] += 0.2 * random.nextGaussian();
      }
      others.add(TestArrays.of(x.dtype(), x.shape(), values));
    }
    return others;
  }

  Sample with(Program other) {
    return new Sample(seed, kind, other, arguments);
  }

  @Override
  public String toString() {
    var text = new StringBuilder("seed ").append(seed).append(", ").append(kind).append('\n');
    text.append(program.toText()).append('\n');
    for (int i = 0; i < arguments.size(); i++) {
      text.append("v%d = %s\n".formatted(i, new Operation.Constant(arguments.get(i)).text()));
    }
    return text.toString();
  }
}
