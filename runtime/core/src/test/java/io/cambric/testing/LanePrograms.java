package io.cambric.testing;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.control.JitCall;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.Trace;
import io.cambric.interpreters.StagingTrace;
import io.cambric.lax.Lax;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.result.Carry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Random functions of a lane of f64 numbers that meet the other lanes of axis {@code "i"}, in
 * loops, branches and compiled parts, too. Each is also written with plain loops over all lanes.
 */
public final class LanePrograms {

  private LanePrograms() {}

  /** How many numbers each lane has for each lane there is. */
  public static final int PARTS = 2;

  private static final int ITERATIONS = 2;

  /** A function of a lane {@code x}; {@code first} is what the whole program began with. */
  public sealed interface Step {

    /** {@return the lane, by the library} */
    Array traced(Array x, Array first);

    /** {@return all lanes, by loops} */
    double[][] plain(double[][] x, double[][] first);
  }

  /** {@return a program for that many lanes} */
  public static List<Step> of(RandomGenerator random, int lanes) {
    return of(random, lanes, random.nextInt(2, 7));
  }

  private static List<Step> of(RandomGenerator random, int lanes, int length) {
    var steps = new ArrayList<Step>();
    for (int i = 0; i < length; i++) {
      boolean nest = length > 1 && random.nextInt(3) == 0;
      var below = nest ? of(random, lanes, length / 2) : List.<Step>of();
      steps.add(
          switch (random.nextInt(nest ? 3 : 8)) {
            case 0 -> nest ? new Compiled(below) : new Smooth();
            case 1 -> nest ? new Loop(below) : new Mixed();
            case 2 -> nest ? new Branch(below, of(random, lanes, 1)) : new Centred();
            case 3 -> new Shuffled(permutation(random, lanes));
            case 4 -> new Gathered();
            case 5 -> new Scattered();
            case 6 -> new Exchanged();
            default -> new Numbered();
          });
    }
    return steps;
  }

  private static int[] permutation(RandomGenerator random, int size) {
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  /** {@return the program as a function of a lane} */
  public static ArrayFn traced(List<Step> steps) {
    return first -> run(steps, first, first);
  }

  private static Array run(List<Step> steps, Array x, Array first) {
    for (var step : steps) {
      x = step.traced(x, first);
    }
    return x;
  }

  /** {@return the program on all lanes at once} */
  public static double[][] plain(List<Step> steps, double[][] first) {
    return run(steps, first, first);
  }

  private static double[][] run(List<Step> steps, double[][] x, double[][] first) {
    for (var step : steps) {
      x = step.plain(x, first);
    }
    return x;
  }

  private interface At {
    double of(int lane, int i);
  }

  private static double[][] each(double[][] like, At at) {
    var out = new double[like.length][like[0].length];
    for (int lane = 0; lane < out.length; lane++) {
      int index = lane;
      Arrays.setAll(out[lane], i -> at.of(index, i));
    }
    return out;
  }

  private static double sum(double[][] x, int i) {
    double sum = 0;
    for (var lane : x) {
      sum += lane[i];
    }
    return sum;
  }

  record Smooth() implements Step {
    @Override
    public Array traced(Array x, Array first) {
      return x.tanh();
    }

    @Override
    public double[][] plain(double[][] x, double[][] first) {
      return each(x, (lane, i) -> Math.tanh(x[lane][i]));
    }
  }

  record Mixed() implements Step {
    @Override
    public Array traced(Array x, Array first) {
      return x.mul(first).mul(0.5).sub(Lax.psum(x, "i").mul(0.25));
    }

    @Override
    public double[][] plain(double[][] x, double[][] first) {
      return each(x, (lane, i) -> x[lane][i] * first[lane][i] * 0.5 - sum(x, i) * 0.25);
    }
  }

  record Centred() implements Step {
    @Override
    public Array traced(Array x, Array first) {
      return x.sub(Lax.pmean(first, "i"));
    }

    @Override
    public double[][] plain(double[][] x, double[][] first) {
      return each(x, (lane, i) -> x[lane][i] - sum(first, i) / x.length);
    }
  }

  record Shuffled(int[] sources) implements Step {
    @Override
    public Array traced(Array x, Array first) {
      return Lax.pshuffle(x, "i", sources);
    }

    @Override
    public double[][] plain(double[][] x, double[][] first) {
      return each(x, (lane, i) -> x[sources[lane]][i]);
    }
  }

  record Gathered() implements Step {
    @Override
    public Array traced(Array x, Array first) {
      int lanes = Lax.axisSize("i");
      var weights = new double[lanes];
      Arrays.setAll(weights, from -> 0.1 * (from + 1));
      var all = Lax.allGather(x, "i", 1, false);
      return all.mul(TestArrays.of(DType.F64, Shape.of(lanes), weights)).sum(1);
    }

    @Override
    public double[][] plain(double[][] x, double[][] first) {
      return each(
          x,
          (_, i) -> {
            double sum = 0;
            for (int from = 0; from < x.length; from++) {
              sum += x[from][i] * (0.1 * (from + 1));
            }
            return sum;
          });
    }
  }

  record Scattered() implements Step {
    @Override
    public Array traced(Array x, Array first) {
      var part = Lax.psumScatter(x, "i", 0, true);
      var copies = Lax.broadcast(part, Shape.of(Lax.axisSize("i")));
      return first.sub(Lax.reshape(copies, x.shape()).mul(0.3));
    }

    @Override
    public double[][] plain(double[][] x, double[][] first) {
      return each(x, (lane, i) -> first[lane][i] - sum(x, PARTS * lane + i % PARTS) * 0.3);
    }
  }

  record Exchanged() implements Step {
    @Override
    public Array traced(Array x, Array first) {
      return Lax.allToAll(x, "i", 0, 0, true);
    }

    @Override
    public double[][] plain(double[][] x, double[][] first) {
      return each(x, (lane, i) -> x[i / PARTS][PARTS * lane + i % PARTS]);
    }
  }

  record Numbered() implements Step {
    @Override
    public Array traced(Array x, Array first) {
      return x.mul(Lax.axisIndex("i").astype(DType.F64).mul(0.1).add(0.5));
    }

    @Override
    public double[][] plain(double[][] x, double[][] first) {
      return each(x, (lane, i) -> x[lane][i] * (lane * 0.1 + 0.5));
    }
  }

  record Compiled(List<Step> steps) implements Step {
    @Override
    public Array traced(Array x, Array first) {
      var inner =
          StagingTrace.trace(
              "jit",
              List.of(x.aval(), first.aval()),
              both -> List.of(run(steps, both.get(0), both.get(1))));
      var call = new JitCall("inner", inner.jaxpr());
      return Trace.bind(call, inner.withConstants(List.of(x, first))).getFirst();
    }

    @Override
    public double[][] plain(double[][] x, double[][] first) {
      return run(steps, x, first);
    }
  }

  /** The steps in a loop, with the sum of all iterations. */
  record Loop(List<Step> steps) implements Step {
    @Override
    public Array traced(Array x, Array first) {
      var scanned =
          Transforms.scan(
              (Array carry, Array row) -> {
                var next = run(steps, carry, first).mul(row);
                return new Carry<>(next, next);
              },
              x,
              TestArrays.of(DType.F64, Shape.of(ITERATIONS), 0.9, 0.8));
      return scanned.carry().add(Lax.reduceSum(scanned.output(), Axes.of(0)).mul(0.2));
    }

    @Override
    public double[][] plain(double[][] x, double[][] first) {
      var one = run(steps, x, first);
      var scaled = each(x, (lane, i) -> one[lane][i] * 0.9);
      var two = run(steps, scaled, first);
      return each(
          x,
          (lane, i) -> {
            double last = two[lane][i] * 0.8;
            return last + (scaled[lane][i] + last) * 0.2;
          });
    }
  }

  /** One or the other, the same in all lanes. */
  record Branch(List<Step> positive, List<Step> other) implements Step {
    @Override
    public Array traced(Array x, Array first) {
      return Transforms.cond(
          Lax.psum(x.sum(), "i").gt(0),
          (List<Array> both) -> run(positive, both.get(0), both.get(1)),
          (List<Array> both) -> run(other, both.get(0), both.get(1)),
          List.of(x, first));
    }

    @Override
    public double[][] plain(double[][] x, double[][] first) {
      double sum = 0;
      for (var lane : x) {
        sum += Arrays.stream(lane).sum();
      }
      return run(sum > 0 ? positive : other, x, first);
    }
  }

  /** {@return all lanes along axis 0} */
  public static NdArray array(double[][] lanes) {
    return TestArrays.of(
        DType.F64,
        Shape.of(lanes.length, lanes[0].length),
        Arrays.stream(lanes).flatMapToDouble(Arrays::stream).toArray());
  }
}
