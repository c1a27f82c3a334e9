package io.cambric.kernels.simd.gemm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Epilogue;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.Instr;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.Prepacked;
import io.cambric.kernel.Prologue;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.FusedCallRun;
import io.cambric.kernel.thread.Threads;
import io.cambric.kernels.simd.Compiled;
import io.cambric.kernels.simd.elementwise.SimdBlockOps;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operands that a product computes where it reads them: the same bits as a loop before it. */
class PrologueTest {

  private static final Kernels SIMD = Compiled.kernels();

  /** The square of an element plus a bias of its column. */
  private static final LoopBody BODY =
      new LoopBody(
          List.of(DType.F32, DType.F32),
          List.of(Instr.of(ScalarOp.ADD, DType.F32, 0, 1), Instr.of(ScalarOp.SQUARE, DType.F32, 2)),
          List.of(3));

  private static final LoopBody NEGATED =
      new LoopBody(List.of(DType.F32), List.of(Instr.of(ScalarOp.NEG, DType.F32, 0)), List.of(1));

  static LongStream seeds() {
    return Seeds.of(60);
  }

  private static Operand filled(Random random, int... dims) {
    var shape = Shape.of(dims);
    return Operand.dense(Buffer.wrap(KernelOperands.floats(shape.size(), random)), shape);
  }

  private static int size(Random random) {
    return random.nextBoolean() ? 1 + random.nextInt(8) : 1 + random.nextInt(150);
  }

  /**
   * The prologue of an operand of {@code rows} rows.
   *
   * @param more elements of a row that the loop computes and the product does not read
   */
  private static Prologue prologue(
      Random random, int operand, int batch, int rows, int kSize, int more) {
    int[] dims = {batch, rows, kSize + more};
    var x = filled(random, dims);
    var bias = filled(random, kSize + more);
    return new Prologue(
        operand, BODY, dims, List.of(x, new Operand(bias.buffer(), 0, new int[] {0, 0, 1})));
  }

  private static Operand materialized(Operand computed, Prologue prologue) {
    int[] dims = prologue.dims();
    var whole = Operand.dense(Buffer.allocate(DType.F32, Shape.of(dims).size()), Shape.of(dims));
    SIMD.loop(BODY, dims, prologue.inputs(), List.of(whole));
    return new Operand(whole.buffer(), computed.offset(), computed.strides());
  }

  private static Operand empty(int offset, int... strides) {
    return new Operand(Buffer.allocate(DType.F32, 0), offset, strides);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void before_either_operand_with_and_without_an_epilogue(long seed) {
    var random = new Random(seed);
    int operand = random.nextInt(2);
    int batch = 1 + random.nextInt(2);
    int rows = size(random);
    int others = size(random);
    int kSize = random.nextInt(4) == 0 ? 500 + random.nextInt(800) : 2 + random.nextInt(70);
    int more = random.nextInt(3);
    var prologue = prologue(random, operand, batch, rows, kSize, more);
    int width = kSize + more;
    int first = random.nextInt(more + 1);
    var computed =
        operand == 0 ? empty(first, rows * width, width, 1) : empty(first, rows * width, 1, width);
    var materialized = materialized(computed, prologue);
    int m = operand == 0 ? rows : others;
    int n = operand == 0 ? others : rows;
    var spec = new MatmulSpec(batch, m, n, kSize, DType.F32);
    var other = operand == 0 ? filled(random, batch, kSize, n) : filled(random, batch, m, kSize);
    var shape = Shape.of(batch, m, n);
    var expected = Operand.dense(Buffer.allocate(DType.F32, shape.size()), shape);
    var actual = Operand.dense(Buffer.allocate(DType.F32, shape.size()), shape);
    boolean follows = random.nextBoolean();
    int[] dims = shape.toArray();
    var after = new Epilogue(NEGATED, dims, List.of(actual), List.of(actual));
    var prepacked = random.nextBoolean() ? new Prepacked(1 - operand) : null;
    var fused = new FusedCall(prologue, follows ? after : null, prepacked);
    var product =
        new SimdMatmul(
            spec, operand == 0 ? computed : other, operand == 0 ? other : computed, actual);

    Threads.with(
        1 + random.nextInt(3),
        () -> product.run(FusedCallRun.of(new SimdBlockOps(), fused, actual)));
    new SimdMatmul(
            spec,
            operand == 0 ? materialized : other,
            operand == 0 ? other : materialized,
            expected)
        .run(FusedCallRun.NONE);
    if (follows) {
      SIMD.loop(NEGATED, dims, List.of(expected), List.of(expected));
    }

    assertThat(actual.buffer().floats()).as(spec.toString()).isEqualTo(expected.buffer().floats());
  }

  @Test
  void large_operands_of_rows_are_taken_and_others_computed_whole() {
    var random = new Random(7);
    for (int rows : new int[] {300, 30}) {
      var spec = new MatmulSpec(1, rows, 17, 1000, DType.F32);
      var prologue = prologue(random, 0, 1, rows, 1000, 0);
      var computed = empty(0, 0, 1000, 1);
      var other = filled(random, 1, 1000, 17);
      var expected = filled(random, 1, rows, 17);
      var actual = filled(random, 1, rows, 17);

      SIMD.matmul(spec, computed, other, actual, new FusedCall(prologue, null, null));
      SIMD.matmul(spec, materialized(computed, prologue), other, expected);

      assertThat(SIMD.takesPrologue(spec, 0, computed.strides())).isEqualTo(rows == 300);
      assertThat(actual.buffer().floats()).isEqualTo(expected.buffer().floats());
    }
  }

  @Test
  void operands_that_are_read_again_or_by_columns_or_with_a_large_one_are_not_taken() {
    var spec = new MatmulSpec(1, 4096, 64, 256, DType.F32);
    var batched = new MatmulSpec(8, 4096, 64, 256, DType.F32);
    var wide = new MatmulSpec(1, 4096, 2048, 256, DType.F32);
    int[] rows = {0, 256, 1};

    assertThat(SIMD.takesPrologue(spec, 0, rows)).isTrue();
    assertThat(SIMD.takesPrologue(spec, 0, new int[] {0, 1, 4096})).isFalse();
    assertThat(SIMD.takesPrologue(batched, 0, rows)).isFalse();
    assertThat(SIMD.takesPrologue(batched, 0, new int[] {1 << 20, 256, 1})).isTrue();
    assertThat(SIMD.takesPrologue(wide, 0, rows)).isFalse();
    assertThat(SIMD.takesPrologue(new MatmulSpec(1, 4096, 64, 256, DType.F64), 0, rows)).isFalse();
  }
}
