package io.cambric.kernels.simd.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.BlockLoop;
import io.cambric.kernel.block.BlockOps;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Loops over broadcast operands, run row by row: the bits of single instructions. */
class RowFormTest {

  private static final int DRAWS = 80;

  @BeforeEach
  void use_vectors_at_once() {
    WarmUp.skipWaiting(true);
  }

  @AfterEach
  void wait_for_the_jit_again() {
    WarmUp.skipWaiting(false);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"F32", "F64", "BF16", "I32"})
  void a_loop_over_broadcast_operands_has_the_bits_of_single_instructions(DType dtype) {
    for (int seed = 0; seed < DRAWS; seed++) {
      var random = new Random(seed);
      int[] dims = dims(random);
      int inputs = 1 + random.nextInt(4);
      var reads = new ArrayList<Operand>();
      for (int i = 0; i < inputs; i++) {
        reads.add(broadcast(dtype, dims, random));
      }
      var body = body(dtype, inputs, dims.length, random);

      var expected = run(new BlockOps(), body, dims, reads);
      var actual = run(new SimdBlockOps(), body, dims, reads);

      assertThat(actual)
          .as("seed %d, dims %s, %s", seed, Arrays.toString(dims), body)
          .isEqualTo(expected);
    }
  }

  @Test
  void an_index_is_compared_with_the_element_of_its_row() {
    int[] dims = {50, 70};
    var label = new Operand(Buffer.allocate(DType.I32, 50), 0, new int[] {1, 0});
    for (int row = 0; row < 50; row++) {
      label.buffer().ints()[row] = 2 * row % 70;
    }
    var oneHot =
        new LoopBody(
            List.of(DType.I32),
            List.of(
                Instr.index(DType.I32, 1),
                Instr.of(ScalarOp.EQ, DType.BOOL, 0, 1),
                Instr.of(ScalarOp.CONVERT, DType.F32, 2)),
            List.of(3));

    float[] result = (float[]) run(new SimdBlockOps(), oneHot, dims, List.of(label))[0];

    for (int i = 0; i < result.length; i++) {
      assertThat(result[i]).as("point %d", i).isEqualTo(i % 70 == 2 * (i / 70) % 70 ? 1 : 0);
    }
  }

  private static int[] dims(Random random) {
    int[] dims = new int[2 + random.nextInt(2)];
    for (int d = 0; d < dims.length; d++) {
      dims[d] = 1 + random.nextInt(d == dims.length - 1 ? 150 : 9);
    }
    return dims;
  }

  private static Operand broadcast(DType dtype, int[] dims, Random random) {
    int[] strides = new int[dims.length];
    int length = 1;
    for (int d = dims.length - 1; d >= 0; d--) {
      if (random.nextInt(3) > 0) {
        strides[d] = length;
        length *= dims[d];
      }
    }
    var buffer = Buffer.allocate(dtype, length);
    for (int i = 0; i < length; i++) {
      buffer.setDouble(i, random.nextInt(200) - 100);
    }
    return new Operand(buffer, 0, strides);
  }

  private static LoopBody body(DType dtype, int inputs, int rank, Random random) {
    var code = new ArrayList<Instr>();
    if (random.nextBoolean()) {
      code.add(Instr.index(dtype, random.nextInt(rank)));
    }
    code.add(Instr.constant(dtype, 3));
    int count = 1 + random.nextInt(6);
    var ops = List.of(ScalarOp.ADD, ScalarOp.MUL, ScalarOp.SUB, ScalarOp.NEG, ScalarOp.MAX);
    for (int k = 0; k < count; k++) {
      var op = ops.get(random.nextInt(ops.size()));
      var args = new ArrayList<Integer>();
      for (int a = 0; a < op.arity(); a++) {
        args.add(random.nextInt(inputs + code.size()));
      }
      code.add(new Instr(op, dtype, args, 0));
    }
    int last = inputs + code.size() - 1;
    return new LoopBody(
        Collections.nCopies(inputs, dtype),
        code,
        random.nextBoolean() ? List.of(last) : List.of(last, random.nextInt(last + 1)));
  }

  private static Object[] run(BlockOps ops, LoopBody body, int[] dims, List<Operand> inputs) {
    int[] strides = new int[dims.length];
    int length = 1;
    for (int d = dims.length - 1; d >= 0; d--) {
      strides[d] = length;
      length *= dims[d];
    }
    var outputs = new ArrayList<Operand>();
    for (int result : body.results()) {
      outputs.add(new Operand(Buffer.allocate(body.dtype(result), length), 0, strides));
    }
    BlockLoop.run(ops, body, dims, inputs, outputs);
    return outputs.stream().map(output -> output.buffer().storage()).toArray();
  }
}
