package io.cambric.kernels.simd.gemm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Epilogue;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.Instr;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernels.simd.Compiled;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Epilogues of products and convolutions: the same bits as a loop after them. */
class EpilogueTest {

  private static final Kernels SIMD = Compiled.kernels();

  /**
   * The square of the product plus a bias, written over the product, and a mask of the squares
   * above 1.
   */
  private static final LoopBody BODY =
      new LoopBody(
          List.of(DType.F32, DType.F32),
          List.of(
              Instr.of(ScalarOp.ADD, DType.F32, 0, 1),
              Instr.of(ScalarOp.SQUARE, DType.F32, 2),
              Instr.constant(DType.F32, 1),
              Instr.of(ScalarOp.GT, DType.BOOL, 3, 4)),
          List.of(3, 5));

  static LongStream seeds() {
    return Seeds.of(60);
  }

  private static Operand filled(Random random, int... dims) {
    var shape = Shape.of(dims);
    return Operand.dense(Buffer.wrap(KernelOperands.floats(shape.size(), random)), shape);
  }

  private static Operand copy(Operand operand) {
    return new Operand(
        Buffer.wrap(operand.buffer().floats().clone()), operand.offset(), operand.strides());
  }

  private static Epilogue epilogue(int[] dims, Operand result, Operand bias, Buffer above) {
    int[] strides = new int[dims.length];
    strides[dims.length - 1] = 1;
    return new Epilogue(
        BODY,
        dims,
        List.of(result, new Operand(bias.buffer(), 0, strides)),
        List.of(result, Operand.dense(above, Shape.of(dims))));
  }

  private static int size(Random random) {
    return random.nextBoolean() ? 1 + random.nextInt(8) : 1 + random.nextInt(300);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void on_a_product(long seed) {
    var random = new Random(seed);
    int batch = 1 + random.nextInt(3);
    int m = size(random);
    int n = size(random);
    int k = random.nextInt(10) == 0 ? 0 : size(random);
    int[] dims = {batch, m, n};
    var spec = new MatmulSpec(batch, m, n, k, DType.F32);
    var lhs = filled(random, batch, m, k);
    var rhs = filled(random, batch, k, n);
    var bias = filled(random, n);
    var expected = filled(random, dims);
    var actual = copy(expected);
    var above = Buffer.allocate(DType.BOOL, batch * m * n);
    var expectedAbove = Buffer.allocate(DType.BOOL, batch * m * n);

    SIMD.matmul(
        spec, lhs, rhs, actual, new FusedCall(null, epilogue(dims, actual, bias, above), null));
    SIMD.matmul(spec, lhs, rhs, expected);
    var after = epilogue(dims, expected, bias, expectedAbove);
    SIMD.loop(BODY, dims, after.inputs(), after.outputs());

    assertThat(actual.buffer().floats()).isEqualTo(expected.buffer().floats());
    assertThat((byte[]) above.storage()).isEqualTo((byte[]) expectedAbove.storage());
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void on_a_convolution(long seed) {
    var random = new Random(seed);
    int images = 1 + random.nextInt(3);
    int side = 3 + random.nextInt(10);
    int window = 1 + random.nextInt(3);
    int stride = 1 + random.nextInt(2);
    int holes = random.nextInt(4) == 0 ? 2 : 1;
    int channels = 1 + random.nextInt(20);
    int features = 1 + random.nextInt(70);
    int out = ((side - 1) * holes + 1 + 2 - window) / stride + 1;
    int[] dims = {images, out, out, features};
    var spec =
        new ConvSpec(
            Axes.of(images, side, side, channels),
            Axes.of(window, window, channels, features),
            Axes.of(dims),
            Axes.of(stride, stride),
            Axes.of(1, 1),
            Axes.of(holes, holes),
            Axes.of(1, 1),
            1,
            1);
    var lhs = filled(random, images, side, side, channels);
    var rhs = filled(random, window, window, channels, features);
    var bias = filled(random, features);
    var expected = filled(random, dims);
    var actual = copy(expected);
    var above = Buffer.allocate(DType.BOOL, Shape.of(dims).size());
    var expectedAbove = Buffer.allocate(DType.BOOL, Shape.of(dims).size());

    var fused = new FusedCall(null, epilogue(dims, actual, bias, above), null);
    SIMD.conv(spec, DType.F32, lhs, rhs, actual, fused);
    SIMD.conv(spec, DType.F32, lhs, rhs, expected);
    var after = epilogue(dims, expected, bias, expectedAbove);
    SIMD.loop(BODY, dims, after.inputs(), after.outputs());

    assertThat(actual.buffer().floats()).isEqualTo(expected.buffer().floats());
    assertThat((byte[]) above.storage()).isEqualTo((byte[]) expectedAbove.storage());
  }
}
