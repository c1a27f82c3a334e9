package io.cambric.kernels.simd.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Instr;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernel.thread.Threads;
import io.cambric.kernels.simd.Compiled;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reductions of a body over broadcast operands, such as distances of all pairs of points. */
class SpreadReduceTest {

  private static final Kernels SIMD = Compiled.kernels();

  /** Plain kernels add f32 in double precision, so they have other dtypes only. */
  private static final List<Kernels> EXACT = List.of(SIMD, new PlainKernels());

  static LongStream seeds() {
    return Seeds.of(120);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void pairs_have_the_bits_of_operands_that_are_copied_first(long seed) {
    var random = new Random(seed);
    var dtypes = List.of(DType.F32, DType.F64, DType.BF16, DType.I32, DType.I64);
    var dtype = dtypes.get(random.nextInt(dtypes.size()));
    int left = 1 + random.nextInt(40);
    int right = 1 + random.nextInt(random.nextInt(4) == 0 ? 5000 : 300);
    int length = 1 + random.nextInt(List.of(3, 40, 300).get(random.nextInt(3)));
    var x = points(dtype, left, length, random);
    var y = points(dtype, right, length, random);
    boolean overPairs = length > 1 && random.nextInt(3) == 0;
    int[] dims = overPairs ? new int[] {left, length, right} : new int[] {left, right, length};
    var spread =
        List.of(
            strided(x, overPairs, x.strides()[0], 0, x.strides()[1]),
            strided(y, overPairs, 0, y.strides()[0], y.strides()[1]));
    var copied = spread.stream().map(operand -> copy(operand, dtype, dims, overPairs)).toList();
    var body =
        new LoopBody(
            List.of(dtype, dtype),
            List.of(Instr.of(ScalarOp.SUB, dtype, 0, 1), Instr.of(ScalarOp.SQUARE, dtype, 2)),
            List.of(3));
    var op = List.of(ReduceOp.SUM, ReduceOp.MAX).get(random.nextInt(2));
    boolean transposed = random.nextBoolean();
    for (var kernels : dtype == DType.F32 ? List.of(SIMD) : EXACT) {
      var expected = reduce(kernels, op, body, dims, copied, dtype, false);
      for (int threads : new int[] {1, 3}) {
        Threads.with(
            threads,
            () ->
                assertThat(reduce(kernels, op, body, dims, spread, dtype, transposed))
                    .isEqualTo(expected));
      }
    }
  }

  /** {@return points whose features are neighbours, so that they are folded as those of a copy} */
  private static Operand points(DType dtype, int count, int length, Random random) {
    int[] dims = {count, length};
    var buffer = KernelOperands.operand(dtype, dims, false, random).buffer();
    return Operand.dense(buffer, Shape.of(dims));
  }

  /** {@return an operand with strides along two points and a feature, or the features first} */
  private static Operand strided(
      Operand operand, boolean overPairs, int left, int right, int feature) {
    int[] strides = overPairs ? new int[] {left, feature, right} : new int[] {left, right, feature};
    return new Operand(operand.buffer(), operand.offset(), strides);
  }

  /** {@return a dense copy, in which the features of a pair are neighbours} */
  private static Operand copy(Operand operand, DType dtype, int[] dims, boolean overPairs) {
    int right = overPairs ? dims[2] : dims[1];
    int length = overPairs ? dims[1] : dims[2];
    var buffer = Buffer.allocate(dtype, dims[0] * right * length);
    var copy = strided(new Operand(buffer, 0, dims), overPairs, right * length, length, 1);
    SIMD.loop(LoopBody.copy(dtype), dims, List.of(operand), List.of(copy));
    return copy;
  }

  private static double[] reduce(
      Kernels kernels,
      ReduceOp op,
      LoopBody body,
      int[] dims,
      List<Operand> inputs,
      DType dtype,
      boolean transposed) {
    var out = Buffer.allocate(dtype, dims[0] * dims[1]);
    int[] strides = transposed ? new int[] {1, dims[0]} : new int[] {dims[1], 1};
    kernels.reduce(op, body, dims, 2, inputs, new Operand(out, 0, strides));
    double[] values = new double[out.length()];
    for (int i = 0; i < dims[0]; i++) {
      for (int j = 0; j < dims[1]; j++) {
        values[i * dims[1] + j] = out.getDouble(i * strides[0] + j * strides[1]);
      }
    }
    return values;
  }
}
