package io.cambric.interpreters;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.control.JitCall;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.Trace;
import io.cambric.lax.Batching;
import io.cambric.lax.Lax;
import io.cambric.testing.Gradients;
import io.cambric.testing.RandomPrograms;
import io.cambric.testing.RandomPrograms.Kind;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Derivatives and batches of random programs, evaluated and compiled. */
class DerivativesPropertyTest {

  private static final int LANES = 3;

  static LongStream seeds() {
    return Seeds.of(150);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void derivatives_of_evaluated_programs_agree(long seed) {
    var random = RandomPrograms.of(Kind.SMOOTH, seed);

    Gradients.check(random.jaxpr()::eval, random.arguments(), seed);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void derivatives_of_compiled_programs_agree(long seed) {
    var random = RandomPrograms.of(Kind.SMOOTH, seed);
    var call = new JitCall("random", random.jaxpr());

    Gradients.check(arguments -> Trace.bind(call, arguments), random.arguments(), seed);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void derivatives_of_derivatives_agree(long seed) {
    var random = RandomPrograms.of(Kind.SMOOTH, seed);
    if (random.jaxpr().eqns().size() > 25) {
      return;
    }

    Gradients.check(
        primals -> {
          var wanted = primals.stream().map(_ -> true).toList();
          var point = LinearizeTrace.linearize(random.jaxpr()::eval, primals, wanted);
          var linear = point.linear();
          var direction = primals.stream().map(Array::sin).toList();
          return linear.jaxpr().eval(linear.withConstants(direction));
        },
        random.arguments(),
        seed);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void mapped_programs_compute_what_a_loop_over_lanes_does(long seed) {
    var random = RandomPrograms.of(Kind.MAPPABLE, seed);
    var lanes = new ArrayList<List<Array>>();
    for (int lane = 0; lane < LANES; lane++) {
      lanes.add(List.copyOf(random.otherArguments(seed * LANES + lane)));
    }
    var generator = Seeds.generator(seed);
    var arguments = new ArrayList<Array>();
    var axes = new ArrayList<Integer>();
    for (int i = 0; i < random.arguments().size(); i++) {
      int argument = i;
      int axis = generator.nextInt(-1, random.arguments().get(i).rank() + 1);
      if (axis == Batched.NOT_MAPPED) {
        lanes.replaceAll(lane -> with(lane, argument, lanes.getFirst().get(argument)));
        arguments.add(lanes.getFirst().get(i));
      } else {
        arguments.add(stacked(lanes.stream().map(lane -> lane.get(argument)).toList(), axis));
      }
      axes.add(axis);
    }
    var expected = lanes.stream().map(random.jaxpr()::eval).toList();

    for (boolean compiled : List.of(false, true)) {
      var call = new JitCall("random", random.jaxpr());
      var out =
          BatchTrace.batch(
              new MappedAxis(LANES, null),
              xs -> compiled ? Trace.bind(call, xs) : random.jaxpr().eval(xs),
              arguments,
              axes);
      for (int k = 0; k < out.values().size(); k++) {
        int result = k;
        var front =
            Batching.toFront(new MappedAxis(LANES, null), out.values().get(k), out.axes().get(k));
        assertThat(TestArrays.doubles(front))
            .as(() -> random + "\n" + random.jaxpr())
            .isEqualTo(
                TestArrays.doubles(
                    stacked(expected.stream().map(lane -> lane.get(result)).toList(), 0)));
      }
    }
  }

  private static List<Array> with(List<Array> list, int index, Array value) {
    var changed = new ArrayList<>(list);
    changed.set(index, value);
    return changed;
  }

  /** Stacks without the library's own functions for it. */
  private static Array stacked(List<Array> lanes, int axis) {
    var first = lanes.getFirst();
    int size = first.size();
    var values = new double[LANES * size];
    for (int lane = 0; lane < LANES; lane++) {
      System.arraycopy(TestArrays.doubles(lanes.get(lane)), 0, values, lane * size, size);
    }
    var front = TestArrays.of(first.dtype(), first.shape().insert(0, LANES), values);
    var order = new ArrayList<Integer>();
    for (int i = 1; i <= first.rank(); i++) {
      order.add(i);
    }
    order.add(axis, 0);
    return Lax.transpose(front, Axes.of(order.stream().mapToInt(Integer::intValue).toArray()));
  }
}
