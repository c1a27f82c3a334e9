package io.cambric.nn.jaxutils;

import static io.cambric.nn.jaxutils.JaxUtils.padShardUnpad;
import static io.cambric.nn.jaxutils.JaxUtils.scanInDim;
import static io.cambric.testing.Near.assertNear;
import static io.cambric.testing.Near.ones;
import static io.cambric.testing.Near.range;
import static io.cambric.transform.Transforms.pmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.testing.Batch;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values of scans are those of Flax 0.12.8. */
class JaxUtilsTest {

  private static final Array X = range(2, 3, 4);
  private static final Array ONE = NdArray.scalar(DType.F32, 1);

  private static Carry<Array, Array> step(Array carry, Array x) {
    return new Carry<>(carry.add(x.sum()), carry.mul(x));
  }

  @Test
  void replicas_are_along_a_first_axis_and_the_first_comes_back() {
    var replicated = JaxUtils.replicate(new Batch(range(2), ONE), 3);
    assertNear(replicated.x(), 0, 1, 0, 1, 0, 1);
    assertNear(replicated.y(), 1, 1, 1);
    var back = JaxUtils.unreplicate(replicated);
    assertNear(back.x(), 0, 1);
    assertThat(back.y().shape()).isEqualTo(Shape.scalar());
    assertThat(JaxUtils.unreplicate(ONE)).isSameAs(ONE);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> JaxUtils.replicate(ONE, 0))
        .withMessageContaining(
            "replicate needs at least one lane, but got 0. Pass the number of pmap workers.");
  }

  @Test
  void a_batch_of_any_size_runs_on_all_lanes() {
    Fn2<Array, Array, Array> scaled = (w, x) -> pmap((Array rows) -> rows.mul(w)).apply(x);
    for (int rows : new int[] {1, 4, 5}) {
      var y = padShardUnpad(scaled, 2).apply(NdArray.scalar(DType.F32, 3), range(rows, 2));
      assertThat(y.shape()).isEqualTo(Shape.of(rows, 2));
      assertThat(y.toFloats()).containsExactly(range(rows, 2).mul(3).toFloats());
    }
  }

  @Test
  void a_least_size_of_parts_keeps_the_shape_of_a_last_batch() {
    var shapes = new ArrayList<Shape>();
    Fn2<Integer, Batch, Array> seen =
        (fixed, batch) -> {
          shapes.add(batch.x().shape());
          return batch.x().sum(2).add(batch.y()).mul(fixed);
        };
    var options = PadShardUnpad.over(2).withMinDeviceBatch(3);
    for (int rows : new int[] {2, 6, 7}) {
      padShardUnpad(seen, options).apply(2, new Batch(ones(rows, 4), ones(rows)));
    }
    assertThat(shapes).containsExactly(Shape.of(2, 3, 4), Shape.of(2, 3, 4), Shape.of(2, 4, 4));
    var sums = padShardUnpad(seen, options.withStaticReturn(true));
    assertThat(sums.apply(1, new Batch(ones(5, 1), ones(5))).toFloats())
        .containsExactly(2, 2, 2, 2, 2, 0);
  }

  @Test
  void a_batch_has_one_size() {
    Fn2<Integer, Batch, Array> any = (fixed, batch) -> batch.x();
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> padShardUnpad(any, 2).apply(0, new Batch(ones(3), ones(4))))
        .withMessageContaining(
            "padShardUnpad needs arrays with the same batch size, but got [3, 4]. Pass values without a batch axis in the static argument.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> padShardUnpad(any, 2).apply(0, new Batch(ones(3), ONE)))
        .withMessageContaining("padShardUnpad needs arrays with a batch axis, but got");
  }

  @Test
  void a_scan_runs_along_any_axis() {
    var run = scanInDim(JaxUtilsTest::step, ONE, X, 1);
    assertNear(run.carry(), 277);
    assertNear(
        run.output(),
        0,
        1,
        2,
        3,
        244,
        305,
        366,
        427,
        1224,
        1377,
        1530,
        1683,
        12,
        13,
        14,
        15,
        976,
        1037,
        1098,
        1159,
        3060,
        3213,
        3366,
        3519);
  }

  @Test
  void a_scan_over_several_axes_begins_with_the_first_as_the_outermost_loop() {
    for (boolean keepDims : List.of(false, true)) {
      for (var unroll : List.of(Axes.of(1), Axes.of(2, 2))) {
        var seen = new ArrayList<Shape>();
        var run =
            scanInDim(
                (Array carry, Array x) -> {
                  seen.add(x.shape());
                  return step(carry, x);
                },
                ONE,
                X,
                Axes.of(2, 0),
                unroll,
                keepDims);
        assertThat(seen).containsOnly(keepDims ? Shape.of(1, 3, 1) : Shape.of(3));
        assertNear(run.carry(), 277);
        assertNear(
            run.output(),
            0,
            61,
            254,
            597,
            4,
            305,
            762,
            1393,
            8,
            549,
            1270,
            2189,
            156,
            988,
            2030,
            3300,
            208,
            1292,
            2610,
            4180,
            260,
            1596,
            3190,
            5060);
      }
    }
  }

  @Test
  void a_scan_needs_axes() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> scanInDim(JaxUtilsTest::step, ONE, X, Axes.of(), Axes.of(), false))
        .withMessageContaining(
            "scanInDim needs at least one axis and at most as many unroll numbers, but got axes [] and unroll [].");
  }
}
