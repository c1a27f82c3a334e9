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
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Copies in the order of an iteration, and loops over transposed operands, at every element. */
class SimdCopyTest {

  private static final List<BlockOps> ALL = List.of(new BlockOps(), new SimdBlockOps());

  private static final int DRAWS = 60;

  @BeforeEach
  void use_vectors_at_once() {
    WarmUp.skipWaiting(true);
  }

  @AfterEach
  void wait_for_the_jit_again() {
    WarmUp.skipWaiting(false);
  }

  /** An iteration with an operand that it reads, and one in row-major order that it writes. */
  private record Draw(int[] dims, Operand input, Operand output) {

    static Draw of(DType dtype, Random random) {
      int rank = random.nextInt(5);
      int[] dims = new int[rank];
      int left = 1 << 14;
      for (int d = 0; d < rank; d++) {
        dims[d] = 1 + random.nextInt(random.nextBoolean() ? 5 : Math.min(200, left));
        left = Math.max(1, left / dims[d]);
      }
      return new Draw(
          dims, strided(dtype, dims, true, random), strided(dtype, dims, false, random));
    }

    /** Dims of an input in any order in memory; each broadcast, sliced, reversed or none of it. */
    private static Operand strided(DType dtype, int[] dims, boolean isInput, Random random) {
      var order = IntStream.range(0, dims.length).boxed().toList();
      var memory = new ArrayList<>(order);
      if (isInput) {
        Collections.shuffle(memory, random);
      }
      int[] strides = new int[dims.length];
      int length = 1;
      for (int k = dims.length - 1; k >= 0; k--) {
        int d = memory.get(k);
        boolean isRepeated = isInput && random.nextInt(5) == 0;
        strides[d] = isRepeated ? 0 : length;
        int gap = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0;
        length = isRepeated ? length : length * dims[d] + gap;
      }
      int offset = random.nextInt(4);
      var buffer = Buffer.allocate(dtype, length + offset);
      for (int i = 0; isInput && i < length + offset; i++) {
        set(buffer.storage(), i, 1 + random.nextInt(100));
      }
      for (int d = 0; isInput && d < dims.length; d++) {
        if (random.nextInt(4) == 0) {
          offset += (dims[d] - 1) * strides[d];
          strides[d] = -strides[d];
        }
      }
      return new Operand(buffer, offset, strides);
    }

    long[] positions(Operand operand) {
      int points = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
      long[] positions = new long[points];
      for (int point = 0; point < points; point++) {
        int rest = point;
        positions[point] = operand.offset();
        for (int d = dims.length - 1; d >= 0; d--) {
          positions[point] += (long) (rest % dims[d]) * operand.strides()[d];
          rest /= dims[d];
        }
      }
      return positions;
    }
  }

  private static void set(Object array, int index, int value) {
    switch (array) {
      case byte[] a -> a[index] = (byte) value;
      case short[] a -> a[index] = (short) value;
      case float[] a -> a[index] = value;
      case double[] a -> a[index] = value;
      case int[] a -> a[index] = value;
      case long[] a -> a[index] = value;
      default -> throw new AssertionError(array);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"F32", "F64", "I32", "I64", "BF16", "U8"})
  void a_copy_moves_each_element_and_writes_no_other(DType dtype) {
    for (int seed = 0; seed < DRAWS; seed++) {
      for (var ops : ALL) {
        var draw = Draw.of(dtype, new Random(seed));
        BlockLoop.run(
            ops, LoopBody.copy(dtype), draw.dims, List.of(draw.input), List.of(draw.output));

        var source = draw.input.buffer().storage();
        var target = draw.output.buffer().storage();
        long[] from = draw.positions(draw.input);
        long[] to = draw.positions(draw.output);
        var expected =
            Array.newInstance(target.getClass().componentType(), Array.getLength(target));
        for (int i = 0; i < from.length; i++) {
          System.arraycopy(source, (int) from[i], expected, (int) to[i], 1);
        }
        assertThat(target)
            .as("seed %d, dims %s, %s", seed, Arrays.toString(draw.dims), ops)
            .isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"F32", "F64", "I32"})
  void a_loop_over_transposed_operands_gives_the_sum_of_their_elements(DType dtype) {
    var sum =
        new LoopBody(
            List.of(dtype, dtype), List.of(Instr.of(ScalarOp.ADD, dtype, 0, 1)), List.of(2));
    for (int seed = 0; seed < DRAWS; seed++) {
      for (var ops : ALL) {
        var draw = Draw.of(dtype, new Random(seed));
        BlockLoop.run(ops, sum, draw.dims, List.of(draw.input, draw.input), List.of(draw.output));

        long[] from = draw.positions(draw.input);
        long[] to = draw.positions(draw.output);
        for (int i = 0; i < from.length; i++) {
          var x = (Number) Array.get(draw.input.buffer().storage(), (int) from[i]);
          var y = (Number) Array.get(draw.output.buffer().storage(), (int) to[i]);
          assertThat(y.intValue()).as("seed %d, point %d", seed, i).isEqualTo(2 * x.intValue());
        }
      }
    }
  }
}
