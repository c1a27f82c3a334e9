package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Instr;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.ScoreSpec;
import io.cambric.kernel.thread.Threads;
import io.cambric.kernels.simd.attention.SimdAttentionTest;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.testing.KernelOperands;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same bits with any number of threads, with plain and with vector code, before and after
 * warm-up.
 */
class SimdDeterminismTest {

  private record Task(String name, Function<Kernels, float[]> run) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final float[] X = KernelOperands.floats(300_000, new Random(1));
  private static final float[] W = KernelOperands.floats(300_000, new Random(2));

  private static Operand operand(float[] data, int... strides) {
    return new Operand(Buffer.wrap(data), 0, strides);
  }

  static Stream<Task> tasks() {
    var tanh =
        new LoopBody(
            List.of(DType.F32, DType.F32),
            List.of(
                Instr.of(ScalarOp.MUL, DType.F32, 0, 1),
                Instr.of(ScalarOp.TANH, DType.F32, 2),
                Instr.of(ScalarOp.EXP, DType.F32, 3)),
            List.of(4));
    return Stream.of(
        new Task("matmul", k -> matmul(k, 300, 200, 700)),
        new Task("narrow matmul", k -> matmul(k, 900, 10, 130)),
        new Task("batched matmul", SimdDeterminismTest::batched),
        new Task("conv", SimdDeterminismTest::conv),
        new Task("attention", k -> attention(2, 90).forward(k)[0]),
        new Task(
            "attention gradient",
            k -> flat(attention(1, 300).gradient(k, attention(1, 300).forward(k)[1]))),
        new Task("loop", k -> loop(k, tanh)),
        new Task("sum", k -> reduce(k, tanh, new int[] {300_000}, 0, 1)),
        new Task("row sums", k -> reduce(k, tanh, new int[] {150, 2000}, 1, 2000, 1)),
        new Task("column sums", k -> reduce(k, tanh, new int[] {30, 10_000}, 1, 1, 30)));
  }

  private static float[] matmul(Kernels kernels, int m, int n, int k) {
    float[] out = new float[m * n];
    kernels.matmul(
        new MatmulSpec(1, m, n, k, DType.F32),
        operand(X, 0, k, 1),
        operand(W, 0, n, 1),
        operand(out, 0, n, 1));
    return out;
  }

  private static float[] batched(Kernels kernels) {
    float[] out = new float[40 * 60 * 50];
    kernels.matmul(
        new MatmulSpec(40, 60, 50, 70, DType.F32),
        operand(X, 60 * 70, 70, 1),
        operand(W, 50 * 70, 1, 70),
        operand(out, 60 * 50, 50, 1));
    return out;
  }

  private static float[] conv(Kernels kernels) {
    var one = Axes.of(1, 1);
    float[] out = new float[4 * 20 * 20 * 24];
    kernels.conv(
        new ConvSpec(
            Axes.of(4, 20, 20, 16),
            Axes.of(3, 3, 16, 24),
            Axes.of(4, 20, 20, 24),
            one,
            one,
            one,
            one,
            1,
            1),
        DType.F32,
        operand(X, 6400, 320, 16, 1),
        operand(W, 1152, 384, 24, 1),
        operand(out, 9600, 480, 24, 1));
    return out;
  }

  private static SimdAttentionTest.Problem attention(int groups, int keys) {
    int all = Integer.MAX_VALUE;
    var spec = new ScoreSpec(2, 150, keys, 4, groups, 20, 40, 0.3, all, 5, DType.F32);
    return SimdAttentionTest.Problem.of(spec, true, true, new Random(3));
  }

  private static float[] flat(float[][] results) {
    int length = 0;
    for (float[] result : results) {
      length += result.length;
    }
    float[] all = new float[length];
    for (float[] result : results) {
      length -= result.length;
      System.arraycopy(result, 0, all, length, result.length);
    }
    return all;
  }

  private static float[] loop(Kernels kernels, LoopBody body) {
    float[] out = new float[X.length];
    kernels.loop(
        body,
        new int[] {X.length},
        List.of(operand(X, 1), operand(W, 1)),
        List.of(operand(out, 1)));
    return out;
  }

  private static float[] reduce(
      Kernels kernels, LoopBody body, int[] dims, int kept, int... strides) {
    float[] out = new float[kept == 0 ? 1 : dims[0]];
    kernels.reduce(
        ReduceOp.SUM,
        body,
        dims,
        kept,
        List.of(operand(X, strides), operand(W, strides)),
        operand(out, kept == 0 ? new int[0] : new int[] {1}));
    return out;
  }

  @AfterEach
  void restore() {
    WarmUp.skipWaiting(false);
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void bits_depend_on_neither_threads_nor_warm_up(Task task) {
    WarmUp.skipWaiting(false);
    var kernels = new SimdKernels();
    float[] cold = task.run.apply(kernels);
    WarmUp.skipWaiting(true);
    for (int repetition = 0; repetition < 3; repetition++) {
      for (int threads : new int[] {1, 2, 3}) {
        Threads.with(threads, () -> assertThat(task.run.apply(kernels)).isEqualTo(cold));
      }
    }
  }
}
