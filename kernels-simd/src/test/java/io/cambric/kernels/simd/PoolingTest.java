package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.RandomWindows;
import io.cambric.testing.Seeds;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PoolingTest {

  private static final Kernels SIMD = Compiled.kernels();
  private static final Kernels PLAIN = new PlainKernels();

  static LongStream seeds() {
    return Seeds.of(150);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void windows_over_channels_agree_with_plain(long seed) {
    var random = new Random(seed);
    var spec = RandomWindows.channelsLast(random, 1 + random.nextInt(40));
    var input = dense(Shape.of(spec.input().toArray()), random);
    for (var op : new ReduceOp[] {ReduceOp.SUM, ReduceOp.MAX, ReduceOp.MIN, ReduceOp.PROD}) {
      var actual = dense(Shape.of(spec.output().toArray()), random);
      var expected = KernelOperands.copy(actual);
      SIMD.reduceWindow(op, spec, DType.F32, input, actual);
      PLAIN.reduceWindow(op, spec, DType.F32, input, expected);
      assertThat(actual.buffer().floats())
          .as("%s %s", op, spec)
          .isEqualTo(expected.buffer().floats());
    }
  }

  @Test
  void arrays_without_channels_have_nothing_to_pool() {
    var spec = RandomWindows.channelsLast(new Random(0), 0);
    var none = dense(Shape.of(spec.input().toArray()), new Random(0));
    var windows = dense(Shape.of(spec.output().toArray()), new Random(0));

    assertThatNoException()
        .isThrownBy(() -> SIMD.reduceWindow(ReduceOp.MAX, spec, DType.F32, none, windows));
    assertThatNoException()
        .isThrownBy(() -> SIMD.selectAndScatterAdd(true, spec, DType.F32, windows, none, none));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void gradients_of_max_and_min_agree_with_plain(long seed) {
    var random = new Random(seed);
    var spec = RandomWindows.channelsLast(random, 1 + random.nextInt(20));
    var input = dense(Shape.of(spec.input().toArray()), random);
    var source = dense(Shape.of(spec.output().toArray()), random);
    for (boolean max : new boolean[] {true, false}) {
      var actual = dense(Shape.of(spec.input().toArray()), random);
      var expected = KernelOperands.copy(actual);
      SIMD.selectAndScatterAdd(max, spec, DType.F32, source, input, actual);
      PLAIN.selectAndScatterAdd(max, spec, DType.F32, source, input, expected);
      assertThat(actual.buffer().floats()).as("%s", spec).isEqualTo(expected.buffer().floats());
    }
  }

  /** Small whole numbers, so that sums are exact and equal elements are common; some NaN. */
  private static Operand dense(Shape shape, Random random) {
    var operand = Operand.dense(io.cambric.array.Buffer.allocate(DType.F32, shape.size()), shape);
    for (int i = 0; i < shape.size(); i++) {
      operand.buffer().floats()[i] = random.nextInt(200) == 0 ? Float.NaN : random.nextInt(7) - 3;
    }
    return operand;
  }
}
