package io.cambric.programs;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Eager;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.Trace;
import io.cambric.lax.Lax;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Evaluation with random roundings. The arguments, and the results of each operation that rounds,
 * are moved by up to about an ulp at random. The change in the results of a program estimates the
 * effect of another order of roundings. It is the tolerance of all comparisons.
 *
 * <p>Calls, loops and branches are run equation by equation, so that the noise is in them too.
 */
final class NoisyTrace extends Trace {

  /** Up to it, all whole numbers are in all floating dtypes. */
  private static final double LARGEST_WHOLE = 256;

  private final RandomGenerator random;

  private NoisyTrace(RandomGenerator random) {
    super(Trace.current());
    this.random = random;
  }

  /** {@return the results with noise} */
  static List<Array> noisy(long seed, Supplier<List<Array>> body) {
    return new NoisyTrace(Seeds.generator(seed)).run(body);
  }

  /** {@return the array moved as a result of the current trace would be, if it makes noise} */
  static Array moved(Array x) {
    return Trace.current() instanceof NoisyTrace trace ? trace.perturbed(x, _ -> false) : x;
  }

  @Override
  public String name() {
    return "noise";
  }

  @Override
  public List<Array> process(Primitive primitive, List<Array> operands) {
    var values = operands.stream().map(x -> x.concrete("noise")).toList();
    var avals = values.stream().map(NdArray::aval).toList();
    return switch (primitive.lower(avals)) {
      case Lowering.Call(var jaxpr) -> jaxpr.eval(operands);
      case Lowering.Scan scan -> scan(scan, operands);
      case Lowering.While loop -> whileLoop(loop, operands);
      case Lowering.Switch(var branches) -> {
        int index = (int) Math.clamp(values.getFirst().getLong(0), 0, branches.size() - 1);
        yield branches.get(index).eval(operands.subList(1, operands.size()));
      }
      case Lowering.View _ -> Eager.run(primitive, values);
      default -> {
        var exact = exact(values);
        yield Eager.run(primitive, values).stream().map(x -> perturbed(x, exact)).toList();
      }
    };
  }

  /**
   * {@return a test for the numbers among the results of an operation that are not rounded}
   *
   * <p>A number taken from the operands is exact, as in a maximum or a sort: derivatives look for
   * it there. So are whole numbers made of whole numbers, such as orders of derivatives.
   */
  private static DoublePredicate exact(List<NdArray> operands) {
    var taken = new HashSet<Double>();
    for (var operand : operands) {
      for (double x : TestArrays.doubles(operand)) {
        taken.add(x);
      }
    }
    boolean whole = taken.stream().allMatch(NoisyTrace::isSmallAndWhole);
    return x -> taken.contains(x) || (whole && isSmallAndWhole(x));
  }

  private static boolean isSmallAndWhole(double x) {
    return x == Math.rint(x) && Math.abs(x) <= LARGEST_WHOLE;
  }

  private static List<Array> scan(Lowering.Scan scan, List<Array> operands) {
    int fixed = scan.constants() + scan.carries();
    var constants = operands.subList(0, scan.constants());
    var carries = operands.subList(scan.constants(), fixed);
    var rows = new ArrayList<List<Array>>();
    for (int iteration = 0; iteration < scan.length(); iteration++) {
      int at = scan.reverse() ? scan.length() - 1 - iteration : iteration;
      var arguments = new ArrayList<Array>(constants);
      arguments.addAll(carries);
      for (var stacked : operands.subList(fixed, operands.size())) {
        arguments.add(Lax.squeeze(Lax.sliceInDim(stacked, at, at + 1, 1, 0), Axes.of(0)));
      }
      var results = scan.body().eval(arguments);
      carries = results.subList(0, scan.carries());
      rows.add(scan.reverse() ? 0 : rows.size(), results.subList(scan.carries(), results.size()));
    }
    var all = new ArrayList<Array>(carries);
    var avals = scan.body().outputAvals();
    for (int i = scan.carries(); i < avals.size(); i++) {
      var shape = avals.get(i).shape();
      var stacked = new ArrayList<Array>();
      for (var row : rows) {
        stacked.add(Lax.reshape(row.get(i - scan.carries()), shape.insert(0, 1)));
      }
      all.add(
          stacked.isEmpty()
              ? Lax.zeros(avals.get(i).withShape(shape.insert(0, 0)))
              : Lax.concatenate(stacked, 0));
    }
    return all;
  }

  private static List<Array> whileLoop(Lowering.While loop, List<Array> operands) {
    int constants = loop.conditionConstants() + loop.bodyConstants();
    var ofCondition = operands.subList(0, loop.conditionConstants());
    var ofBody = operands.subList(loop.conditionConstants(), constants);
    var carries = operands.subList(constants, operands.size());
    while (holds(loop.condition(), Bodies.concat(ofCondition, carries))) {
      carries = loop.body().eval(Bodies.concat(ofBody, carries));
    }
    return carries;
  }

  private static boolean holds(Jaxpr condition, List<Array> arguments) {
    return condition.eval(arguments).getFirst().concrete("a condition").getDouble(0) != 0;
  }

  private Array perturbed(Array x, DoublePredicate isExact) {
    if (!x.dtype().isFloating()) {
      return x;
    }
    double[] values = TestArrays.doubles(x);
    double ulp = ulp(x.dtype());
    double least = least(x.dtype());
    for (int i = 0; i < values.length; i++) {
      if (!isExact.test(values[i])) {
        values[i] += Math.max(ulp * Math.abs(values[i]), least) * random.nextDouble(-1, 1);
      }
    }
    return TestArrays.of(x.dtype(), x.shape(), values).withAval(x.aval());
  }

  /** {@return the smallest number above zero, to multiples of which the smallest are rounded} */
  private static double least(DType dtype) {
    return switch (dtype) {
      case BF16 -> 0x1p-133;
      case F16 -> 0x1p-24;
      case F32 -> Float.MIN_VALUE;
      default -> Double.MIN_VALUE;
    };
  }

  /** {@return the distance of 1 from the next number} */
  static double ulp(DType dtype) {
    return switch (dtype) {
      case BF16 -> 0x1p-7;
      case F16 -> 0x1p-10;
      case F32 -> 0x1p-23;
      default -> 0x1p-52;
    };
  }
}
