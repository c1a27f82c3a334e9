package io.cambric.kernel.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.WindowSpec;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.RandomWindows;
import io.cambric.testing.Seeds;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlainWindowTest {

  static LongStream seeds() {
    return Seeds.of(100);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void agrees_with_the_definition(long seed) {
    var random = new Random(seed);
    var spec = RandomWindows.next(random);
    var input = KernelOperands.operand(DType.I32, spec.input().toArray(), false, random);
    for (int i = 0; i < input.buffer().length(); i++) {
      input.buffer().ints()[i] = random.nextInt(5);
    }
    for (var op : new ReduceOp[] {ReduceOp.SUM, ReduceOp.MAX, ReduceOp.MIN}) {
      var output = KernelOperands.operand(DType.I32, spec.output().toArray(), false, random);
      new PlainKernels().reduceWindow(op, spec, DType.I32, input, output);
      for (int[] window : KernelOperands.points(spec.output().toArray())) {
        double expected = op.identity(DType.I32);
        for (int[] element : RandomWindows.elements(spec, window)) {
          double value = input.buffer().getDouble(KernelOperands.position(input, element));
          expected =
              op == ReduceOp.SUM
                  ? expected + value
                  : op == ReduceOp.MAX ? Math.max(expected, value) : Math.min(expected, value);
        }
        assertThat(output.buffer().getDouble(KernelOperands.position(output, window)))
            .as("%s %s", op, spec)
            .isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void scatter_is_the_transpose_of_gather(long seed) {
    var random = new Random(seed);
    var spec = RandomWindows.next(random);
    var input = KernelOperands.operand(DType.F64, spec.input().toArray(), false, random);
    var source = KernelOperands.operand(DType.F64, spec.output().toArray(), false, random);
    var tangents = KernelOperands.operand(DType.F64, spec.input().toArray(), false, random);
    for (var operand : new Operand[] {input, source, tangents}) {
      for (int i = 0; i < operand.buffer().length(); i++) {
        operand.buffer().doubles()[i] = random.nextInt(7) - 3;
      }
    }
    var scattered = KernelOperands.operand(DType.F64, spec.input().toArray(), false, random);
    var gathered = KernelOperands.operand(DType.F64, spec.output().toArray(), false, random);
    var kernels = new PlainKernels();
    kernels.selectAndScatterAdd(true, spec, DType.F64, source, input, scattered);
    kernels.selectAndGatherAdd(true, spec, DType.F64, tangents, input, gathered);
    assertThat(dot(spec.input(), scattered, tangents))
        .isEqualTo(dot(spec.output(), source, gathered));
  }

  private static double dot(Axes dims, Operand a, Operand b) {
    return KernelOperands.points(dims.toArray()).stream()
        .mapToDouble(p ->
            a.buffer().getDouble(KernelOperands.position(a, p))
                * b.buffer().getDouble(KernelOperands.position(b, p)))
        .sum();
  }

  @Test
  void the_first_of_equal_elements_and_a_nan_before_all_are_selected() {
    assertThat(scatter(true, 1, 3, 3, 2)).containsExactly(0, 1, 0, 0);
    assertThat(scatter(false, 1, 3, 1, 2)).containsExactly(1, 0, 0, 0);
    assertThat(scatter(true, 9, Float.NaN, 3, Float.NaN)).containsExactly(0, 1, 0, 0);
  }

  private static float[] scatter(boolean max, float... values) {
    var spec =
        new WindowSpec(
            Axes.of(4), Axes.of(1), Axes.of(4), Axes.of(1), Axes.of(0), Axes.of(1), Axes.of(1));
    float[] out = new float[4];
    int[] one = {1};
    new PlainKernels()
        .selectAndScatterAdd(
            max,
            spec,
            DType.F32,
            new Operand(Buffer.wrap(new float[] {1}), 0, one),
            new Operand(Buffer.wrap(values), 0, one),
            new Operand(Buffer.wrap(out), 0, one));
    return out;
  }
}
