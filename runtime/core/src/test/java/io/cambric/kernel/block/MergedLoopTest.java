package io.cambric.kernel.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Instr;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.LoopRun;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernel.thread.Threads;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One body over several iteration spaces in one parallel region. */
class MergedLoopTest {

  private static final Kernels KERNELS = new PlainKernels();

  static LongStream seeds() {
    return Seeds.of(40);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void spaces_run_together_equal_separate_runs_on_any_number_of_threads(long seed) {
    var random = new Random(seed);
    var body =
        new LoopBody(
            List.of(DType.F32, DType.F32),
            List.of(
                Instr.of(ScalarOp.MUL, DType.F32, 0, 1),
                Instr.constant(DType.F32, 0.5),
                Instr.of(ScalarOp.ADD, DType.F32, 2, 3),
                Instr.of(ScalarOp.SQRT, DType.F32, 4)),
            List.of(4, 5));
    var dims = new ArrayList<int[]>();
    var inputs = new ArrayList<List<Operand>>();
    for (int i = 0; i < random.nextInt(1, 12); i++) {
      dims.add(KernelOperands.dims(1 + i % 2, i % 2 == 0 ? 40_000 : 60, random));
      inputs.add(
          List.of(
              KernelOperands.operand(DType.F32, dims.get(i), i % 3 == 0, random),
              KernelOperands.operand(DType.F32, dims.get(i), false, random)));
    }
    var expected = outputs(dims);
    for (int i = 0; i < dims.size(); i++) {
      KERNELS.loop(body, dims.get(i), inputs.get(i), expected.get(i));
    }
    for (int threads : new int[] {1, 2, 5}) {
      var actual = outputs(dims);
      var runs = new ArrayList<LoopRun>();
      for (int i = 0; i < dims.size(); i++) {
        runs.add(new LoopRun(Shape.of(dims.get(i)), inputs.get(i), actual.get(i)));
      }
      Threads.with(threads, () -> KERNELS.loops(body, runs));

      assertThat(bits(actual)).isEqualTo(bits(expected));
    }
  }

  private static List<List<Operand>> outputs(List<int[]> dims) {
    return dims.stream()
        .map(sizes -> {
          var shape = Shape.of(sizes);
          return List.of(
              Operand.dense(Buffer.allocate(DType.F32, shape.size()), shape),
              Operand.dense(Buffer.allocate(DType.F32, shape.size()), shape));
        })
        .toList();
  }

  private static List<Integer> bits(List<List<Operand>> outputs) {
    var bits = new ArrayList<Integer>();
    for (var operands : outputs) {
      for (var operand : operands) {
        for (float element : (float[]) operand.buffer().storage()) {
          bits.add(Float.floatToRawIntBits(element));
        }
      }
    }
    return bits;
  }
}
