package io.cambric.kernel.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlainLoopTest {

  private static final Kernels KERNELS = new PlainKernels();

  static LongStream seeds() {
    return Seeds.of(60);
  }

  /** Mixed dtypes, an index, two results of which one is read again after it is stored. */
  private static LoopBody body(DType dtype, int rank) {
    var code = new ArrayList<Instr>();
    code.add(Instr.of(ScalarOp.ADD, dtype, 0, 1));
    code.add(Instr.constant(dtype, 3));
    code.add(Instr.of(ScalarOp.MUL, dtype, 2, 3));
    code.add(Instr.of(ScalarOp.LT, DType.BOOL, 0, 4));
    code.add(Instr.of(ScalarOp.SELECT, dtype, 5, 2, 4));
    code.add(rank > 0 ? Instr.index(dtype, rank - 1) : Instr.constant(dtype, 1));
    code.add(Instr.of(ScalarOp.SUB, dtype, 6, 7));
    return new LoopBody(List.of(dtype, dtype), code, List.of(2, 8, 5, 1));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void strided_operands_equal_single_points(long seed) {
    var random = new Random(seed);
    var dtypes = Arrays.stream(DType.values()).filter(d -> d != DType.BOOL).toList();
    var dtype = dtypes.get(random.nextInt(dtypes.size()));
    int rank = random.nextInt(4);
    int[] dims = KernelOperands.dims(rank, rank == 1 ? 3000 : rank == 2 ? 60 : 12, random);
    var body = body(dtype, rank);
    var inputs =
        List.of(
            KernelOperands.operand(dtype, dims, true, random),
            KernelOperands.operand(dtype, dims, true, random));
    var outputs =
        body.results().stream()
            .map(v -> KernelOperands.operand(body.dtype(v), dims, false, random))
            .toList();
    KERNELS.loop(body, dims, inputs, outputs);
    for (int[] point : KernelOperands.points(dims)) {
      var expected = single(body, inputs, point);
      for (int k = 0; k < outputs.size(); k++) {
        int at = KernelOperands.position(outputs.get(k), point);
        assertThat(KernelOperands.bits(outputs.get(k).buffer(), at))
            .as("%s result %d at %s of %s", dtype, k, Arrays.toString(point), Arrays.toString(dims))
            .isEqualTo(KernelOperands.bits(expected.get(k), 0));
      }
    }
  }

  /** One point, with the index replaced by its value there. */
  private static List<Buffer> single(LoopBody body, List<Operand> inputs, int[] point) {
    var code =
        body.code().stream()
            .map(i -> i.op() == ScalarOp.INDEX ? wrapped(i.dtype(), point[(int) i.immediate()]) : i)
            .toList();
    var at =
        inputs.stream()
            .map(o -> new Operand(o.buffer(), KernelOperands.position(o, point), new int[0]))
            .toList();
    var results = body.results().stream().map(v -> Buffer.allocate(body.dtype(v), 1)).toList();
    KERNELS.loop(
        new LoopBody(body.inputs(), code, body.results()),
        new int[0],
        at,
        results.stream().map(b -> new Operand(b, 0, new int[0])).toList());
    return results;
  }

  /** The literal of an index in its dtype. */
  private static Instr wrapped(DType dtype, int index) {
    var one = Buffer.allocate(dtype, 1);
    one.setLong(0, index);
    return Instr.constant(dtype, one.getDouble(0));
  }

  /** Large enough for the tiled transposition. */
  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void large_transposed_operands_are_copied_element_by_element(long seed) {
    var random = new Random(seed);
    int[] dims = {
      1 + random.nextInt(4), 8 + random.nextInt(60), 1 + random.nextInt(3), 60 + random.nextInt(30)
    };
    var dtype = DType.values()[random.nextInt(DType.values().length)];
    var input = KernelOperands.operand(dtype, dims, false, random);
    var output = KernelOperands.operand(dtype, dims, false, random);
    var negated = KernelOperands.operand(DType.BOOL, dims, false, random);
    KERNELS.loop(LoopBody.copy(dtype), dims, List.of(input), List.of(output));
    KERNELS.loop(
        LoopBody.of(ScalarOp.NE, DType.BOOL, 0, List.of(dtype, dtype)),
        dims,
        List.of(input, output),
        List.of(negated));
    for (int[] point : KernelOperands.points(dims)) {
      assertThat(KernelOperands.bits(output.buffer(), KernelOperands.position(output, point)))
          .isEqualTo(KernelOperands.bits(input.buffer(), KernelOperands.position(input, point)));
      double value = input.buffer().getDouble(KernelOperands.position(input, point));
      assertThat(negated.buffer().bytes()[KernelOperands.position(negated, point)])
          .isEqualTo((byte) (Double.isNaN(value) ? 1 : 0));
    }
  }

  @Test
  void an_output_may_be_an_input() {
    float[] x = KernelOperands.floats(5000, new Random(1));
    float[] expected = x.clone();
    for (int i = 0; i < x.length; i++) {
      expected[i] = x[i] + -x[i] * 2;
    }
    var body =
        new LoopBody(
            List.of(DType.F32),
            List.of(
                Instr.of(ScalarOp.NEG, DType.F32, 0),
                Instr.constant(DType.F32, 2),
                Instr.of(ScalarOp.MUL, DType.F32, 1, 2),
                Instr.of(ScalarOp.ADD, DType.F32, 0, 3)),
            List.of(1, 4));
    float[] sum = new float[x.length];
    var inPlace = new Operand(Buffer.wrap(x), 0, new int[] {1});
    KERNELS.loop(
        body,
        new int[] {x.length},
        List.of(inPlace),
        List.of(inPlace, new Operand(Buffer.wrap(sum), 0, new int[] {1})));
    assertThat(sum).isEqualTo(expected);
  }

  @Test
  void an_input_that_is_a_result_survives_an_output_in_its_memory() {
    float[] x = {1, 2, 3};
    float[] kept = new float[3];
    var body =
        new LoopBody(
            List.of(DType.F32), List.of(Instr.of(ScalarOp.NEG, DType.F32, 0)), List.of(1, 0));
    var inPlace = new Operand(Buffer.wrap(x), 0, new int[] {1});
    KERNELS.loop(
        body,
        new int[] {3},
        List.of(inPlace),
        List.of(inPlace, new Operand(Buffer.wrap(kept), 0, new int[] {1})));
    assertThat(kept).containsExactly(1, 2, 3);
    assertThat(x).containsExactly(-1, -2, -3);
  }

  @Test
  void a_space_without_points_stores_nothing() {
    float[] x = {7};
    var operand = new Operand(Buffer.wrap(x), 0, new int[] {1, 1});
    KERNELS.loop(LoopBody.copy(DType.F32), new int[] {3, 0}, List.of(operand), List.of(operand));
    assertThat(x).containsExactly(7);
  }
}
