package io.cambric.kernel.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.testing.Seeds;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bitwise operations on arrays of bytes. */
class ByteLoopTest {

  static LongStream seeds() {
    return Seeds.of(40);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void bits_of_each_element_are_combined_and_none_beside_are_written(long seed) {
    var random = new Random(seed);
    int n = 1 + random.nextInt(50);
    for (var dtype : List.of(DType.BOOL, DType.I8, DType.U8)) {
      var x = bytes(dtype, n, random);
      var y = bytes(dtype, n, random);
      for (var op : List.of(ScalarOp.AND, ScalarOp.OR, ScalarOp.XOR, ScalarOp.NOT)) {
        var result = bytes(dtype, n, random);
        byte[] expected = result.buffer().bytes().clone();
        for (int i = 0; i < n; i++) {
          int a = x.buffer().bytes()[x.offset() + i];
          int b = y.buffer().bytes()[y.offset() + i];
          expected[result.offset() + i] = (byte) of(op, dtype, a, b);
        }

        new PlainKernels()
            .loop(
                LoopBody.of(op, dtype, 0, Collections.nCopies(op.arity(), dtype)),
                new int[] {n},
                List.of(x, y).subList(0, op.arity()),
                List.of(result));

        assertThat(result.buffer().bytes()).as(op + " of " + dtype).isEqualTo(expected);
      }
    }
  }

  private static int of(ScalarOp op, DType dtype, int a, int b) {
    return switch (op) {
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      default -> dtype == DType.BOOL ? 1 - a : ~a;
    };
  }

  private static Operand bytes(DType dtype, int n, Random random) {
    int offset = random.nextInt(4);
    var buffer = Buffer.allocate(dtype, offset + n + 2);
    for (int i = 0; i < buffer.length(); i++) {
      buffer.bytes()[i] = (byte) (dtype == DType.BOOL ? random.nextInt(2) : random.nextInt());
    }
    return new Operand(buffer, offset, new int[] {1});
  }
}
