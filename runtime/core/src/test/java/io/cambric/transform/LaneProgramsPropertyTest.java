package io.cambric.transform;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.linearize;
import static io.cambric.transform.Transforms.pmap;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.core.Array;
import io.cambric.testing.LanePrograms;
import io.cambric.testing.LanePrograms.Step;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random programs with collectives: lanes, workers and plain loops agree, and their derivatives.
 */
@Timeout(120)
class LaneProgramsPropertyTest {

  private static final double STEP = 1e-5;

  static LongStream seeds() {
    return Seeds.of(25);
  }

  /** A program with lanes to run it on. */
  private record Sample(List<Step> steps, double[][] lanes, double[][] direction) {

    static Sample of(long seed) {
      var random = Seeds.generator(seed);
      int lanes = random.nextInt(1, 6);
      return new Sample(
          LanePrograms.of(random, lanes), numbers(random, lanes), numbers(random, lanes));
    }

    private static double[][] numbers(RandomGenerator random, int lanes) {
      var all = new double[lanes][];
      Arrays.setAll(all, _ -> random.doubles(LanePrograms.PARTS * lanes, -1, 1).toArray());
      return all;
    }

    ArrayFn lane() {
      return LanePrograms.traced(steps);
    }

    ArrayFn overLanes() {
      return vmap(lane()).axisName("i");
    }

    ArrayFn onWorkers() {
      return pmap(lane()).axisName("i");
    }

    Array x() {
      return LanePrograms.array(lanes);
    }

    Array along() {
      return LanePrograms.array(direction);
    }

    /** {@return the sum of all results, moved along the direction} */
    double sum(double by) {
      var moved = new double[lanes.length][];
      for (int lane = 0; lane < moved.length; lane++) {
        var from = lanes[lane];
        var to = direction[lane];
        moved[lane] = new double[from.length];
        Arrays.setAll(moved[lane], i -> from[i] + by * to[i]);
      }
      return Arrays.stream(LanePrograms.plain(steps, moved)).flatMapToDouble(Arrays::stream).sum();
    }
  }

  private static ArrayFn sum(ArrayFn function) {
    return x -> function.apply(x).sum();
  }

  private static void assertClose(Array actual, double[] expected, double tolerance) {
    assertThat(TestArrays.doubles(actual)).containsExactly(expected, within(tolerance));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void lanes_and_workers_compute_what_a_loop_over_lanes_computes(long seed) {
    var sample = Sample.of(seed);
    var expected =
        TestArrays.doubles(LanePrograms.array(LanePrograms.plain(sample.steps(), sample.lanes())));

    assertClose(sample.overLanes().apply(sample.x()), expected, 1e-12);
    assertClose(jit(sample.overLanes()).apply(sample.x()), expected, 1e-12);
    assertClose(vmap(jit(sample.lane())).axisName("i").apply(sample.x()), expected, 1e-12);
    assertClose(jit(sample.onWorkers()).apply(sample.x()), expected, 1e-12);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void workers_give_the_bits_of_lanes(long seed) {
    var sample = Sample.of(seed);
    assertThat(TestArrays.doubles(sample.onWorkers().apply(sample.x())))
        .containsExactly(TestArrays.doubles(sample.overLanes().apply(sample.x())));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void gradients_agree_in_every_order_of_transformations(long seed) {
    var sample = Sample.of(seed);
    var x = sample.x();
    var expected = TestArrays.doubles(grad(sum(sample.overLanes())).apply(x));
    var insideLanes = vmap(grad(sum(sample.lane()))).axisName("i");
    var insideWorkers = pmap(grad(sum(jit(sample.lane())))).axisName("i");

    assertClose(insideLanes.apply(x), expected, 1e-11);
    assertClose(jit(grad(sum(jit(sample.overLanes())))).apply(x), expected, 1e-11);
    assertClose(grad(sum(sample.onWorkers())).apply(x), expected, 1e-11);
    assertClose(insideWorkers.apply(x), expected, 1e-11);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void derivatives_agree_with_differences_of_the_loop(long seed) {
    var sample = Sample.of(seed);
    double slope = (sample.sum(STEP) - sample.sum(-STEP)) / (2 * STEP);
    double near = 1e-7 * (1 + Math.abs(slope));
    var lanes = sum(sample.overLanes());
    var workers = sum(sample.onWorkers());

    for (var function : List.of(lanes, workers)) {
      var gradient = grad(function).apply(sample.x());
      assertThat(TestArrays.inner(List.of(gradient), List.of(sample.along())))
          .isCloseTo(slope, within(near));
      assertThat(jvp(function, sample.x(), sample.along()).tangent().item())
          .isCloseTo(slope, within(near));
      assertThat(linearize(function, sample.x()).linear().apply(sample.along()).item())
          .isCloseTo(slope, within(near));
    }
  }
}
