package io.cambric.interpreters;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.control.JitCall;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.Trace;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Batching;
import io.cambric.programs.RandomProgram;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches of random programs of whole numbers, which are exact in every order of evaluation. */
class MappedProgramsPropertyTest {

  private static final int LANES = 3;

  static LongStream seeds() {
    return Seeds.of(150);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void mapped_programs_compute_what_a_loop_over_lanes_does(long seed) {
    var random = RandomProgram.mappable(seed);
    var generator = Seeds.generator(seed);
    var axes = new ArrayList<Integer>();
    for (var argument : random.arguments()) {
      axes.add(generator.nextInt(-1, argument.rank() + 1));
    }
    var lanes = new ArrayList<List<NdArray>>();
    for (int lane = 0; lane < LANES; lane++) {
      lanes.add(random.otherArguments(seed * LANES + lane, i -> axes.get(i) == Batched.NOT_MAPPED));
    }
    var arguments = new ArrayList<Array>();
    for (int i = 0; i < axes.size(); i++) {
      int argument = i;
      arguments.add(
          axes.get(i) == Batched.NOT_MAPPED
              ? random.arguments().get(i)
              : stacked(lanes.stream().map(lane -> lane.get(argument)).toList(), axes.get(i)));
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

  /** Stacks without the library's own functions for it. */
  private static Array stacked(List<? extends Array> lanes, int axis) {
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
