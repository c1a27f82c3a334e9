package io.cambric.kernels.simd.gemm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.Prepacked;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.DotProducts;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernel.thread.Threads;
import io.cambric.kernels.simd.SimdKernels;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sums have one order, whatever the layout, the division, the tails and the state of warm-up. */
class ProductBitsTest {

  private static final int[] AROUND_TILES = {
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 17, 31, 32, 33, 40, 45, 63, 64, 65, 100
  };

  static LongStream seeds() {
    return Seeds.of(200);
  }

  @AfterEach
  void restore() {
    WarmUp.skipWaiting(false);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void products_have_the_bits_of_one_loop(long seed) {
    var random = new Random(seed);
    int rows = AROUND_TILES[random.nextInt(AROUND_TILES.length)];
    int columns = columns(random);
    boolean deep = random.nextInt(6) == 0;
    int kSize = deep ? 900 + random.nextInt(1400) : 1 + random.nextInt(70);
    int batch = 1 + random.nextInt(2);
    var lhs = operand(batch, rows, kSize, random);
    var rhs = operand(batch, kSize, columns, random);
    var out = result(batch, rows, columns, random);
    var spec = new MatmulSpec(batch, rows, columns, kSize, DType.F32);
    float[] expected = out.buffer().floats().clone();
    multiply(spec, lhs, rhs, new Operand(Buffer.wrap(expected), out.offset(), out.strides()));

    WarmUp.skipWaiting(seed % 5 != 0);
    int threads = 1 + random.nextInt(3);
    Threads.with(threads, () -> new SimdKernels().matmul(spec, lhs, rhs, out));

    assertThat(out.buffer().floats())
        .as(spec + " " + Arrays.toString(out.strides()))
        .isEqualTo(expected);
  }

  @Test
  void products_that_pack_nothing_have_the_bits_of_one_loop_for_all_rows_and_vectors_of_a_tile() {
    var random = new Random(3);
    WarmUp.skipWaiting(true);
    for (int rows = 1; rows <= 10; rows++) {
      for (int vectors = 1; vectors <= 10; vectors++) {
        int columns = vectors * Species.LANES + rows % 2;
        var spec = new MatmulSpec(1, rows, columns, 5, DType.F32);
        var lhs = dense(rows, 5, random);
        var rhs = dense(5, columns, random);
        var out = dense(rows, columns, random);
        var expected = dense(rows, columns, random);
        multiply(spec, lhs, rhs, expected);

        new SimdKernels().matmul(spec, lhs, rhs, out);

        assertThat(out.buffer().floats()).as(spec.toString()).isEqualTo(expected.buffer().floats());
      }
    }
  }

  private static Operand dense(int rows, int columns, Random random) {
    float[] values = new float[rows * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return new Operand(Buffer.wrap(values), 0, new int[] {values.length, columns, 1});
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void products_of_doubles_have_the_bits_of_one_loop(long seed) {
    var random = new Random(seed);
    int rows = AROUND_TILES[random.nextInt(AROUND_TILES.length)];
    int columns = columns(random);
    boolean deep = random.nextInt(6) == 0;
    int kSize = deep ? 500 + random.nextInt(900) : 1 + random.nextInt(70);
    int batch = 1 + random.nextInt(3);
    var lhs = doubles(operand(batch, rows, kSize, random), random);
    var rhs = doubles(operand(batch, kSize, columns, random), random);
    var out = doubles(operand(batch, rows, columns, random), random);
    var spec = new MatmulSpec(batch, rows, columns, kSize, DType.F64);
    double[] expected = out.buffer().doubles().clone();
    multiplyDoubles(
        spec, lhs, rhs, new Operand(Buffer.wrap(expected), out.offset(), out.strides()));

    WarmUp.skipWaiting(seed % 5 != 0);
    int threads = 1 + random.nextInt(3);
    Threads.with(threads, () -> new SimdKernels().matmul(spec, lhs, rhs, out));

    assertThat(out.buffer().doubles())
        .as(spec + " " + Arrays.toString(out.strides()))
        .isEqualTo(expected);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void products_of_vectors_have_the_bits_of_a_reduction(long seed) {
    var random = new Random(seed);
    int kSize = 1 + random.nextInt(seed % 4 == 0 ? 9000 : 90);
    int batch = 1 + random.nextInt(5);
    boolean isDouble = random.nextBoolean();
    var dtype = isDouble ? DType.F64 : DType.F32;
    var lhs = operand(batch, 1, kSize, random);
    var rhs = operand(batch, kSize, 1, random);
    var out = operand(batch, 1, 1, random);
    var x = isDouble ? doubles(lhs, random) : lhs;
    var y = isDouble ? doubles(rhs, random) : rhs;
    var result = isDouble ? doubles(out, random) : out;
    var spec = new MatmulSpec(batch, 1, 1, kSize, dtype, true);
    var expected = KernelOperands.copy(result);
    new SimdKernels()
        .reduce(
            ReduceOp.SUM,
            LoopBody.of(ScalarOp.MUL, dtype, 0, List.of(dtype, dtype)),
            new int[] {batch, kSize},
            1,
            List.of(withStrides(x, 0, 2), withStrides(y, 0, 1)),
            withStrides(expected, 0));

    WarmUp.skipWaiting(seed % 5 != 0);
    int threads = 1 + random.nextInt(3);
    Threads.with(threads, () -> new SimdKernels().matmul(spec, x, y, result));

    assertThat(result.buffer().storage()).as("%s", spec).isEqualTo(expected.buffer().storage());
    if (isDouble) {
      var plain = KernelOperands.copy(result);
      new PlainKernels().matmul(spec, x, y, plain);
      assertThat(plain.buffer().storage()).isEqualTo(expected.buffer().storage());
    }
    for (int b = 0; b < batch; b++) {
      double sum = 0;
      for (int k = 0; k < kSize; k++) {
        sum +=
            x.buffer().getDouble(position(x, b, 0, k)) * y.buffer().getDouble(position(y, b, k, 0));
      }
      assertThat(result.buffer().getDouble(position(result, b, 0, 0))).isCloseTo(sum, within(1e-3));
    }
  }

  private static Operand withStrides(Operand operand, int... axes) {
    int[] strides = Arrays.stream(axes).map(axis -> operand.strides()[axis]).toArray();
    return new Operand(operand.buffer(), operand.offset(), strides);
  }

  private static Operand doubles(Operand operand, Random random) {
    double[] values = random.doubles(operand.buffer().floats().length, -1, 1).toArray();
    return new Operand(Buffer.wrap(values), operand.offset(), operand.strides());
  }

  private static void multiplyDoubles(MatmulSpec spec, Operand lhs, Operand rhs, Operand out) {
    for (int b = 0; b < spec.batch(); b++) {
      for (int i = 0; i < spec.rows(); i++) {
        for (int j = 0; j < spec.columns(); j++) {
          double sum = 0;
          for (int k = 0; k < spec.inner(); k++) {
            double x = lhs.buffer().doubles()[position(lhs, b, i, k)];
            sum = Math.fma(x, rhs.buffer().doubles()[position(rhs, b, k, j)], sum);
          }
          out.buffer().doubles()[position(out, b, i, j)] = sum;
        }
      }
    }
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void products_that_share_an_operand_have_the_bits_of_one_loop(long seed) {
    var random = new Random(seed);
    int rows = AROUND_TILES[random.nextInt(AROUND_TILES.length)];
    int columns = columns(random);
    boolean deep = random.nextInt(6) == 0;
    int kSize = deep ? 900 + random.nextInt(400) : 1 + random.nextInt(70);
    int batch = 1 + random.nextInt(3);
    var spec = new MatmulSpec(batch, rows, columns, kSize, DType.F32);
    var prepacked = new Prepacked(random.nextInt(2));
    var lhs = shared(batch, rows, kSize, random);
    var rhs = shared(batch, kSize, columns, random);
    WarmUp.skipWaiting(seed % 5 != 0);
    int threads = 1 + random.nextInt(3);
    for (int call = 0; call < 4; call++) {
      var out = result(batch, rows, columns, random);
      float[] expected = out.buffer().floats().clone();
      multiply(spec, lhs, rhs, new Operand(Buffer.wrap(expected), out.offset(), out.strides()));

      var a = lhs;
      var b = rhs;
      var fused = new FusedCall(null, null, prepacked);
      Threads.with(threads, () -> new SimdKernels().matmul(spec, a, b, out, fused));

      assertThat(out.buffer().floats())
          .as("%s of operand %d, call %d".formatted(spec, prepacked.operand(), call))
          .isEqualTo(expected);
      if (call == 1) {
        // The loop ends, and the next one has another matrix at another address in the same layout.
        prepacked.invalidate();
      }
      lhs = call == 1 || prepacked.operand() == 1 ? changed(lhs, random) : lhs;
      rhs = call == 1 || prepacked.operand() == 0 ? changed(rhs, random) : rhs;
    }
  }

  /** A batch of matrices, or one matrix for all elements of the batch. */
  private static Operand shared(int batch, int rows, int columns, Random random) {
    var shared = operand(batch, rows, columns, random);
    if (random.nextInt(3) > 0) {
      return shared;
    }
    int[] s = shared.strides();
    return new Operand(shared.buffer(), shared.offset(), new int[] {0, s[1], s[2]});
  }

  private static Operand changed(Operand operand, Random random) {
    float[] values = operand.buffer().floats().clone();
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return new Operand(Buffer.wrap(values), operand.offset(), operand.strides());
  }

  private static int columns(Random random) {
    int lanes = Species.LANES;
    int around = lanes * (1 + random.nextInt(20)) - 1 + random.nextInt(3);
    return random.nextInt(3) == 0 ? AROUND_TILES[random.nextInt(AROUND_TILES.length)] : around;
  }

  /** Row-major or column-major matrices, contiguous or not, with positive or negative strides. */
  private static Operand operand(int batch, int rows, int columns, Random random) {
    boolean byColumns = random.nextBoolean();
    int step = random.nextInt(8) == 0 ? 2 : 1;
    int inner = (byColumns ? rows : columns) * step + random.nextInt(3);
    int size = (byColumns ? columns : rows) * inner;
    int offset = random.nextInt(4);
    float[] values = KernelOperands.floats(offset + batch * size, random);
    for (int i = 0; i < values.length; i++) {
      values[i] = Float.isFinite(values[i]) ? values[i] : 0.5f;
    }
    if (random.nextInt(6) == 0) {
      offset += size - inner;
      inner = -inner;
    }
    int[] strides = {size, byColumns ? step : inner, byColumns ? inner : step};
    return new Operand(Buffer.wrap(values), offset, strides);
  }

  /** Some results are part of arrays that exceed every cache. */
  private static Operand result(int batch, int rows, int columns, Random random) {
    var out = operand(batch, rows, columns, random);
    if (random.nextInt(4) > 0) {
      return out;
    }
    float[] values = out.buffer().floats();
    float[] longer = Arrays.copyOf(values, GemmMacroKernel.CACHED + values.length);
    return new Operand(Buffer.wrap(longer), out.offset(), out.strides());
  }

  private static void multiply(MatmulSpec spec, Operand lhs, Operand rhs, Operand out) {
    for (int b = 0; b < spec.batch(); b++) {
      for (int i = 0; i < spec.rows(); i++) {
        for (int j = 0; j < spec.columns(); j++) {
          out.buffer().floats()[position(out, b, i, j)] =
              DotProducts.fit(spec, lhs, rhs)
                  ? sumOfParts(spec, lhs, rhs, b, i, j)
                  : sum(0, 1, spec, lhs, rhs, b, i, j);
        }
      }
    }
  }

  /** A sum of sixteen parts, each of every sixteenth product; halves are added to halves. */
  private static float sumOfParts(MatmulSpec spec, Operand lhs, Operand rhs, int b, int i, int j) {
    float[] parts = new float[16];
    for (int part = 0; part < parts.length; part++) {
      parts[part] = sum(part, parts.length, spec, lhs, rhs, b, i, j);
    }
    for (int half = parts.length / 2; half > 0; half /= 2) {
      for (int part = 0; part < half; part++) {
        parts[part] += parts[part + half];
      }
    }
    return parts[0];
  }

  private static float sum(
      int from, int step, MatmulSpec spec, Operand lhs, Operand rhs, int b, int i, int j) {
    float sum = 0;
    for (int k = from; k < spec.inner(); k += step) {
      sum = Math.fma(at(lhs, b, i, k), at(rhs, b, k, j), sum);
    }
    return sum;
  }

  private static float at(Operand operand, int b, int i, int j) {
    return operand.buffer().floats()[position(operand, b, i, j)];
  }

  private static int position(Operand operand, int b, int i, int j) {
    int[] s = operand.strides();
    return operand.offset() + b * s[0] + i * s[1] + j * s[2];
  }
}
