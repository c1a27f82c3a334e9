package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.ProgramCompiler;
import io.cambric.core.RunArguments;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.interpreters.BatchTrace;
import io.cambric.interpreters.JvpTrace;
import io.cambric.interpreters.LinearizeTrace;
import io.cambric.interpreters.StagingTrace;
import io.cambric.interpreters.Transposition;
import io.cambric.lax.Lax;
import io.cambric.testing.Sample;
import io.cambric.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws of operations: the rules of each agree with each other, in double precision. */
class OperationLawsTest {

  private static final int LANES = 3;

  private static final double STEP = 1e-5;

  static Stream<Arguments> laws() {
    return Sample.of("laws of operations", LawTable.all())
        .map(law -> Arguments.of(law.name(), Seeds.ofTest(law.name()), law));
  }

  /** A row with the numbers for it. */
  record Case(Law law, RandomGenerator random) {

    static Case of(Law law, long seed) {
      return new Case(law, Seeds.generator(seed));
    }

    Function<List<Array>, List<Array>> function() {
      return operands -> Trace.bind(law.operation(), operands);
    }

    List<NdArray> operands() {
      return law.args().stream().map(arg -> arg.draw(random)).toList();
    }

    NdArray tangent(ShapedArray aval) {
      return Arg.array(aval, random.doubles(aval.shape().size(), -1, 1).toArray());
    }

    /** {@return the nonempty sets of operands along which derivatives are taken: each, and all} */
    List<List<Boolean>> directions() {
      boolean smooth = law.valuesOnly().isEmpty();
      var all = law.args().stream().map(arg -> smooth && arg.isDifferentiated()).toList();
      var sets = new ArrayList<List<Boolean>>();
      if (all.contains(true)) {
        sets.add(all);
      }
      for (int i = 0; i < all.size() && Collections.frequency(all, true) > 1; i++) {
        if (all.get(i)) {
          var single = new ArrayList<>(Collections.nCopies(all.size(), false));
          single.set(i, true);
          sets.add(single);
        }
      }
      return sets;
    }
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("laws")
  void abstract_evaluation_gives_shape_and_dtype_of_the_results(String name, long seed, Law law) {
    var operands = Case.of(law, seed).operands();
    var expected = law.operation().abstractEval(operands.stream().map(NdArray::aval).toList());
    var results = Trace.bind(law.operation(), operands);
    assertThat(results.stream().map(Array::aval).toList()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("laws")
  void tangents_are_the_limits_of_differences(String name, long seed, Law law) {
    var test = Case.of(law, seed);
    for (var nonzero : test.directions()) {
      assertTangents(test, test.function(), test.operands(), nonzero, law.tolerance());
    }
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("laws")
  void tangents_of_tangents_are_the_limits_of_differences(String name, long seed, Law law) {
    var test = Case.of(law, seed);
    for (var nonzero : test.directions()) {
      var operands = test.operands();
      var tangents = tangents(test, operands, nonzero);
      Function<List<Array>, List<Array>> derivative =
          inputs -> {
            var out = JvpTrace.jvp(test.function(), inputs, tangents);
            var values = new ArrayList<Array>();
            for (int i = 0; i < out.primals().size(); i++) {
              if (out.primals().get(i).dtype() == DType.F64) {
                values.add(
                    Tangents.instantiate(out.tangents().get(i), out.primals().get(i).aval()));
              }
            }
            return values;
          };
      assertTangents(test, derivative, operands, nonzero, 100 * law.tolerance());
    }
  }

  private static void assertTangents(
      Case test,
      Function<List<Array>, List<Array>> function,
      List<NdArray> operands,
      List<Boolean> nonzero,
      double tolerance) {
    var tangents = tangents(test, operands, nonzero);
    var out = JvpTrace.jvp(function, List.copyOf(operands), tangents);
    var above = function.apply(moved(operands, tangents, STEP));
    var below = function.apply(moved(operands, tangents, -STEP));
    for (int i = 0; i < above.size(); i++) {
      if (above.get(i).dtype() != DType.F64) {
        assertThat(out.tangents().get(i)).as("tangent of %s", above.get(i).aval()).isNull();
        continue;
      }
      double[] expected = difference(values(above.get(i)), values(below.get(i)), 2 * STEP);
      var tangent = out.tangents().get(i);
      double[] actual = tangent == null ? new double[expected.length] : values(tangent);
      assertClose(actual, expected, Math.max(tolerance, 1e-6), "tangents " + nonzero);
      if (tangent != null) {
        assertThat(tangent.aval().strong()).isEqualTo(above.get(i).aval().strong());
      }
    }
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("laws")
  void cotangents_have_the_inner_products_of_tangents(String name, long seed, Law law) {
    var test = Case.of(law, seed);
    for (var nonzero : test.directions()) {
      var operands = test.operands();
      var tangents = tangents(test, operands, nonzero);
      var forward = JvpTrace.jvp(test.function(), List.copyOf(operands), tangents);
      var linear = LinearizeTrace.linearize(test.function(), List.copyOf(operands), nonzero);
      var cotangents = new ArrayList<@Nullable Array>();
      double expected = 0;
      for (int i = 0; i < forward.primals().size(); i++) {
        assertThat(linear.nonzero().get(i)).isEqualTo(forward.tangents().get(i) != null);
        var tangent = forward.tangents().get(i);
        if (tangent != null) {
          var cotangent = test.tangent(tangent.aval().strong());
          cotangents.add(cotangent);
          expected += dot(cotangent, tangent);
        }
      }
      var backward =
          Transposition.transpose(linear.linear().jaxpr(), linear.linear().constants(), cotangents);
      double actual = 0;
      int next = 0;
      for (int i = 0; i < operands.size(); i++) {
        if (nonzero.get(i)) {
          var cotangent = backward.get(next++);
          if (cotangent != null) {
            assertThat(cotangent.aval().strong()).isEqualTo(operands.get(i).aval().strong());
            actual += dot(cotangent, Objects.requireNonNull(tangents.get(i)));
          }
        }
      }
      assertClose(new double[] {actual}, new double[] {expected}, 1e-9, "inner product " + nonzero);
    }
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("laws")
  void batches_are_stacked_lanes(String name, long seed, Law law) {
    var test = Case.of(law, seed);
    assertBatches(test, test.function());
  }

  /** Every set of mapped operands, and every axis of each. */
  static void assertBatches(Case test, Function<List<Array>, List<Array>> mappedFunction) {
    var law = test.law();
    int count = law.args().size();
    for (int mapped = 1; mapped < 1 << count; mapped++) {
      // Every axis of every mapped operand, the others drawn.
      for (int which = 0; which < count; which++) {
        if ((mapped >> which & 1) == 1) {
          for (int axis = 0; axis <= law.args().get(which).shape().rank(); axis++) {
            assertBatch(test, mappedFunction, mapped, which, axis);
          }
        }
      }
    }
  }

  private static void assertBatch(
      Case test,
      Function<List<Array>, List<Array>> mappedFunction,
      int mapped,
      int which,
      int axis) {
    var args = test.law().args();
    var operands = new ArrayList<Array>();
    var axes = new ArrayList<Integer>();
    for (int i = 0; i < args.size(); i++) {
      var arg = args.get(i);
      if ((mapped >> i & 1) == 0) {
        operands.add(arg.draw(test.random()));
        axes.add(Batched.NOT_MAPPED);
      } else {
        int at = i == which ? axis : test.random().nextInt(arg.shape().rank() + 1);
        operands.add(arg.drawLanes(test.random(), at, LANES));
        axes.add(at);
      }
    }
    var out = BatchTrace.batch(new MappedAxis(LANES, null), mappedFunction, operands, axes);
    for (int lane = 0; lane < LANES; lane++) {
      var inputs = new ArrayList<Array>();
      for (int i = 0; i < operands.size(); i++) {
        inputs.add(lane(operands.get(i), axes.get(i), lane));
      }
      var expected = test.function().apply(inputs);
      for (int i = 0; i < expected.size(); i++) {
        var actual = lane(out.values().get(i), out.axes().get(i), lane);
        assertThat(actual.aval().strong()).isEqualTo(expected.get(i).aval().strong());
        assertClose(values(actual), values(expected.get(i)), 1e-12, "lane " + lane + " of " + axes);
      }
    }
  }

  private static Array lane(Array x, int axis, int lane) {
    return axis == Batched.NOT_MAPPED
        ? x
        : Lax.squeeze(Lax.sliceInDim(x, lane, lane + 1, 1, axis), Axes.of(axis));
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("laws")
  void a_compiled_program_computes_what_evaluation_does(String name, long seed, Law law) {
    var test = Case.of(law, seed);
    var operands = test.operands();
    var expected = test.function().apply(List.copyOf(operands));
    assertCompiled(test.function(), operands, expected);
  }

  /** Operands reach kernels as views of negative strides in another order. */
  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("laws")
  void a_compiled_program_reads_views_as_evaluation_does(String name, long seed, Law law) {
    var test = Case.of(law, seed);
    var operands = test.operands();
    var expected = test.function().apply(List.copyOf(operands));
    var turned = operands.stream().map(x -> (NdArray) turned(x)).toList();
    assertCompiled(
        inputs -> test.function().apply(inputs.stream().map(OperationLawsTest::turned).toList()),
        turned,
        expected);
  }

  /** {@return x read backwards with its axes reversed; twice it is x again} */
  private static Array turned(Array x) {
    var all = Axes.range(0, x.rank());
    int[] reversed = new int[x.rank()];
    for (int i = 0; i < reversed.length; i++) {
      reversed[i] = x.rank() - 1 - i;
    }
    return Lax.transpose(Lax.rev(x, all), Axes.of(reversed));
  }

  private static void assertCompiled(
      Function<List<Array>, List<Array>> function, List<NdArray> operands, List<Array> expected) {
    var traced = StagingTrace.trace("jit", operands.stream().map(NdArray::aval).toList(), function);
    assumeTrue(traced.constants().isEmpty());
    var actual = ProgramCompiler.get().run(traced.jaxpr(), RunArguments.of(operands));
    for (int i = 0; i < expected.size(); i++) {
      assertThat(actual.get(i).aval()).isEqualTo(expected.get(i).aval());
      assertClose(values(actual.get(i)), values(expected.get(i)), 1e-12, "result " + i);
    }
  }

  static List<@Nullable Array> tangents(Case test, List<NdArray> operands, List<Boolean> nonzero) {
    var tangents = new ArrayList<@Nullable Array>();
    for (int i = 0; i < operands.size(); i++) {
      tangents.add(nonzero.get(i) ? test.tangent(operands.get(i).aval()) : null);
    }
    return tangents;
  }

  private static List<Array> moved(
      List<NdArray> operands, List<@Nullable Array> tangents, double step) {
    var moved = new ArrayList<Array>();
    for (int i = 0; i < operands.size(); i++) {
      var tangent = tangents.get(i);
      double[] values = values(operands.get(i));
      double[] slopes = tangent == null ? new double[values.length] : values(tangent);
      for (int j = 0; j < values.length; j++) {
        values[j] += step * slopes[j];
      }
      moved.add(tangent == null ? operands.get(i) : Arg.array(operands.get(i).aval(), values));
    }
    return moved;
  }

  private static double[] difference(double[] a, double[] b, double step) {
    double[] difference = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      difference[i] = (a[i] - b[i]) / step;
    }
    return difference;
  }

  private static double dot(Array a, Array b) {
    double[] x = values(a);
    double[] y = values(b);
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  static double[] values(Array x) {
    var array = x.concrete("a law");
    double[] values = new double[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.getDouble(i);
    }
    return values;
  }

  /** Compares relative to the largest value, as single ones may cancel. */
  static void assertClose(double[] actual, double[] expected, double tolerance, String what) {
    assertThat(actual).as(what).hasSameSizeAs(expected);
    double scale = 1;
    for (double value : expected) {
      scale = Double.isFinite(value) ? Math.max(scale, Math.abs(value)) : scale;
    }
    for (int i = 0; i < actual.length; i++) {
      boolean same =
          actual[i] == expected[i]
              || (Double.isNaN(actual[i]) && Double.isNaN(expected[i]))
              || Math.abs(actual[i] - expected[i]) <= tolerance * scale;
      assertThat(same)
          .as("%s: element %d is %s and should be %s", what, i, actual[i], expected[i])
          .isTrue();
    }
  }
}
