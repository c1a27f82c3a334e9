package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.cambric.array.Buffer;
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
import java.util.stream.IntStream;
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

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void windows_of_any_kind_and_dtype_agree_with_plain(long seed) {
    var random = new Random(seed);
    var dtype = DType.values()[random.nextInt(DType.values().length)];
    var spec =
        random.nextBoolean()
            ? RandomWindows.next(random)
            : RandomWindows.channelsLast(random, 1 + random.nextInt(40));
    var input = KernelOperands.operand(dtype, spec.input().toArray(), true, random);
    for (int i = 0; i < input.buffer().length(); i++) {
      int value = random.nextInt(dtype == DType.BOOL ? 2 : 4);
      boolean negated = dtype.isFloating() && random.nextBoolean();
      input.buffer().setDouble(i, negated && value > 0 ? -value : value);
    }
    for (var op : new ReduceOp[] {ReduceOp.SUM, ReduceOp.MAX, ReduceOp.MIN}) {
      if (dtype == DType.BOOL && op == ReduceOp.SUM) {
        continue;
      }
      var actual = KernelOperands.operand(dtype, spec.output().toArray(), false, random);
      var expected = KernelOperands.copy(actual);
      SIMD.reduceWindow(op, spec, dtype, input, actual);
      PLAIN.reduceWindow(op, spec, dtype, input, expected);
      for (int i = 0; i < actual.buffer().length(); i++) {
        assertThat(KernelOperands.bits(actual.buffer(), i))
            .as("%s %s %s at %d", op, dtype, spec, i)
            .isEqualTo(KernelOperands.bits(expected.buffer(), i));
      }
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
    var dtypes = new DType[] {DType.F32, DType.F64, DType.BF16, DType.F16, DType.I32};
    var dtype = dtypes[random.nextInt(dtypes.length)];
    var spec = RandomWindows.channelsLast(random, 1 + random.nextInt(20));
    var input = dense(dtype, Shape.of(spec.input().toArray()), random);
    var source = dense(dtype, Shape.of(spec.output().toArray()), random);
    for (boolean max : new boolean[] {true, false}) {
      var actual = dense(dtype, Shape.of(spec.input().toArray()), random);
      var expected = KernelOperands.copy(actual);
      SIMD.selectAndScatterAdd(max, spec, dtype, source, input, actual);
      PLAIN.selectAndScatterAdd(max, spec, dtype, source, input, expected);
      assertThat(doubles(actual)).as("%s %s", dtype, spec).isEqualTo(doubles(expected));
    }
  }

  private static double[] doubles(Operand operand) {
    return IntStream.range(0, operand.buffer().length())
        .mapToDouble(operand.buffer()::getDouble)
        .toArray();
  }

  private static Operand dense(Shape shape, Random random) {
    return dense(DType.F32, shape, random);
  }

  /** Small whole numbers, so that sums are exact and equal elements are common; some NaN. */
  private static Operand dense(DType dtype, Shape shape, Random random) {
    var operand = Operand.dense(Buffer.allocate(dtype, shape.size()), shape);
    for (int i = 0; i < shape.size(); i++) {
      boolean none = dtype.isFloating() && random.nextInt(200) == 0;
      operand.buffer().setDouble(i, none ? Double.NaN : random.nextInt(7) - 3);
    }
    return operand;
  }
}
