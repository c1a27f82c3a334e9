package io.cambric.kernels.simd.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.BlockCode;
import io.cambric.kernel.scalar.CircularMath;
import io.cambric.kernels.simd.SimdKernels;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Generated loops: the bits of single instructions, for any body and any length. */
class FusedLoopTest {

  private static final List<DType> DTYPES = List.of(DType.F32, DType.I32, DType.U32, DType.BOOL);

  private static final List<DType> WITH_HALVES =
      List.of(DType.BF16, DType.F32, DType.BF16, DType.I32, DType.BOOL);

  private static final List<DType> DOUBLES = List.of(DType.F64, DType.F64, DType.BOOL);

  private static final List<DType> OF_BOTH_WIDTHS =
      List.of(DType.F64, DType.F64, DType.F32, DType.BF16, DType.I32, DType.BOOL);

  @AfterEach
  void wait_for_the_jit_again() {
    WarmUp.skipWaiting(false);
  }

  static LongStream seeds() {
    return Seeds.of(200);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_generated_loop_gives_the_bits_of_single_instructions(long seed) {
    var random = new Random(seed);
    var body = randomBody(random, DTYPES, 2 + random.nextInt(24));
    compareWithSingleInstructions(body, random);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_generated_loop_rounds_to_bf16_after_each_instruction(long seed) {
    var random = new Random(seed);
    var body = randomBody(random, WITH_HALVES, 2 + random.nextInt(24));
    compareWithSingleInstructions(body, random);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_generated_loop_of_doubles_gives_the_bits_of_single_instructions(long seed) {
    var random = new Random(seed);
    compareWithSingleInstructions(randomBody(random, DOUBLES, 2 + random.nextInt(24)), random);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void loops_of_both_widths_in_a_body_give_the_bits_of_single_instructions(long seed) {
    var random = new Random(seed);
    var body = randomBody(random, OF_BOTH_WIDTHS, 2 + random.nextInt(24));
    compareWithSingleInstructions(body, random);
  }

  @Test
  void instructions_on_elements_of_another_width_begin_a_loop_of_their_own() {
    var body =
        new LoopBody(
            List.of(DType.F32, DType.F64, DType.BOOL),
            List.of(
                Instr.of(ScalarOp.NEG, DType.F32, 0),
                Instr.of(ScalarOp.SQRT, DType.F64, 1),
                Instr.of(ScalarOp.LT, DType.BOOL, 1, 4),
                Instr.of(ScalarOp.AND, DType.BOOL, 2, 5),
                Instr.of(ScalarOp.SELECT, DType.F64, 6, 1, 4),
                Instr.of(ScalarOp.SELECT, DType.F32, 6, 0, 3)),
            List.of(7, 8));

    var codes = new Fusion().of(body, 0, 1);

    assertThat(codes).extracting(BlockCode::from).containsExactly(3, 4, 8);
    assertThat(codes).extracting(BlockCode::to).containsExactly(4, 8, 9);
    assertThat(IntStream.range(3, 9).filter(v -> codes.stream().anyMatch(c -> c.stores(v))))
        .containsExactly(3, 6, 7, 8);
  }

  @Test
  void a_generated_loop_keeps_each_nan_of_bf16_and_makes_it_quiet() {
    short[] all = new short[1 << 16];
    for (int i = 0; i < all.length; i++) {
      all[i] = (short) i;
    }
    var body =
        new LoopBody(
            List.of(DType.BF16, DType.BOOL),
            List.of(
                Instr.of(ScalarOp.NEG, DType.BF16, 0),
                Instr.of(ScalarOp.ABS, DType.BF16, 2),
                Instr.of(ScalarOp.SELECT, DType.BF16, 1, 0, 3)),
            List.of(2, 3, 4));
    int[] dims = {all.length};
    var which = Buffer.allocate(DType.BOOL, all.length);
    for (int i = 0; i < all.length; i += 3) {
      which.setDouble(i, 1);
    }
    var x = new Operand(Buffer.wrap(DType.BF16, all), 0, new int[] {1});
    var inputs = List.of(x, new Operand(which, 0, new int[] {1}));
    var single = outputs(body, dims, new Random(1));
    var generated = single.stream().map(KernelOperands::copy).toList();

    WarmUp.skipWaiting(false);
    new SimdKernels().loop(body, dims, inputs, single);
    WarmUp.skipWaiting(true);
    new SimdKernels()
        .loop(new LoopBody(body.inputs(), body.code(), body.results()), dims, inputs, generated);

    for (int k = 0; k < single.size(); k++) {
      assertThat(generated.get(k).buffer().shorts())
          .as("result %d", k)
          .isEqualTo(single.get(k).buffer().shorts());
    }
  }

  private static void compareWithSingleInstructions(LoopBody body, Random random) {
    int[] dims = {1 + random.nextInt(3), 1 + random.nextInt(random.nextBoolean() ? 70 : 1500)};
    var inputs =
        body.inputs().stream().map(d -> KernelOperands.operand(d, dims, true, random)).toList();
    var generated = outputs(body, dims, random);
    var single = generated.stream().map(KernelOperands::copy).toList();

    WarmUp.skipWaiting(false);
    new SimdKernels().loop(body, dims, inputs, single);
    WarmUp.skipWaiting(true);
    // A body of its own identity, since compiled code is cached by identity.
    var again = new LoopBody(body.inputs(), body.code(), body.results());
    new SimdKernels().loop(again, dims, inputs, generated);

    for (int k = 0; k < single.size(); k++) {
      assertSameBits(body, dims, generated.get(k), single.get(k));
    }
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void blocks_that_need_no_memory_of_their_own_run_as_one_with_the_same_bits(long seed) {
    var random = new Random(seed);
    var code = new ArrayList<Instr>();
    var dtype = random.nextBoolean() ? DType.F32 : DType.F64;
    var dtypes = new ArrayList<>(List.of(dtype, dtype));
    int operations = 1 + random.nextInt(5);
    while (dtypes.size() < 2 + operations) {
      var all = IntStream.range(0, dtypes.size()).boxed().toList();
      var instr = randomInstr(random, List.of(dtype), dtypes, all);
      if (instr != null && instr.dtype() == dtype && instr.op() != ScalarOp.INDEX) {
        code.add(instr);
        dtypes.add(dtype);
      }
    }
    var body = new LoopBody(List.of(dtype, dtype), code, List.of(dtypes.size() - 1));
    int[] dims = {1 + random.nextInt(3), 900 + random.nextInt(5000)};
    var inputs =
        body.inputs().stream().map(d -> KernelOperands.operand(d, dims, false, random)).toList();
    // In half of the cases the result overwrites an input.
    var result = random.nextBoolean() ? inputs.getFirst() : outputs(body, dims, random).getFirst();
    var expected = KernelOperands.copy(result);

    WarmUp.skipWaiting(false);
    new SimdKernels().loop(body, dims, inputs, List.of(expected));
    WarmUp.skipWaiting(true);
    var again = new LoopBody(body.inputs(), body.code(), body.results());
    new SimdKernels().loop(again, dims, inputs, List.of(result));

    assertSameBits(body, dims, result, expected);
  }

  @Test
  void a_single_operation_has_a_loop_of_its_own() {
    var add = Instr.of(ScalarOp.ADD, DType.F32, 0, 1);
    var alone =
        new LoopBody(List.of(DType.F32), List.of(Instr.constant(DType.F32, 1), add), List.of(2));
    var joined =
        new LoopBody(
            List.of(DType.F32),
            List.of(Instr.constant(DType.F32, 1), add, Instr.of(ScalarOp.ATAN2, DType.F32, 2, 0)),
            List.of(3));

    assertThat(new Fusion().of(alone, 0, 1)).hasSize(1);
    assertThat(new Fusion().of(joined, 0, 1)).hasSize(1);
    assertThat(alone.operations()).isEqualTo(1);
    assertThat(joined.operations()).isEqualTo(2);
  }

  @Test
  void a_result_may_overwrite_an_input() {
    WarmUp.skipWaiting(true);
    for (int n : new int[] {1, 15, 16, 17, 1000, 1024, 2065}) {
      float[] x = new float[n];
      float[] y = new float[n];
      for (int i = 0; i < n; i++) {
        x[i] = i;
        y[i] = 2;
      }
      var a = new Operand(Buffer.wrap(x), 0, new int[] {1});
      var b = new Operand(Buffer.wrap(y), 0, new int[] {1});
      var body =
          new LoopBody(
              List.of(DType.F32, DType.F32),
              List.of(
                  Instr.of(ScalarOp.ADD, DType.F32, 0, 1),
                  Instr.of(ScalarOp.MUL, DType.F32, 2, 1),
                  Instr.of(ScalarOp.SUB, DType.F32, 3, 0)),
              List.of(4, 3));

      new SimdKernels().loop(body, new int[] {n}, List.of(a, b), List.of(a, b));

      for (int i = 0; i < n; i++) {
        assertThat(x[i]).isEqualTo(i + 4);
        assertThat(y[i]).isEqualTo(2 * (i + 2));
      }
    }
  }

  @Test
  void circular_functions_of_huge_numbers_have_the_bits_of_single_instructions() {
    var body =
        new LoopBody(
            List.of(DType.F32),
            List.of(
                Instr.of(ScalarOp.SIN, DType.F32, 0),
                Instr.of(ScalarOp.COS, DType.F32, 0),
                Instr.of(ScalarOp.TAN, DType.F32, 0),
                Instr.of(ScalarOp.ADD, DType.F32, 1, 2),
                Instr.of(ScalarOp.ADD, DType.F32, 4, 3)),
            List.of(5));
    WarmUp.skipWaiting(true);
    var random = new Random(4);
    for (int repetition = 0; repetition < 300; repetition++) {
      float[] x = new float[100];
      for (int i = 0; i < x.length; i++) {
        boolean huge = repetition % 3 == 1 && random.nextInt(20) == 0;
        x[i] = huge ? Float.intBitsToFloat(random.nextInt()) : (float) random.nextGaussian();
      }
      float[] y = new float[x.length];
      new SimdKernels()
          .loop(
              body,
              new int[] {x.length},
              List.of(new Operand(Buffer.wrap(x), 0, new int[] {1})),
              List.of(new Operand(Buffer.wrap(y), 0, new int[] {1})));
      for (int i = 0; i < x.length; i++) {
        float expected = CircularMath.sin(x[i]) + CircularMath.cos(x[i]) + CircularMath.tan(x[i]);
        assertThat(Float.floatToIntBits(y[i])).isEqualTo(Float.floatToIntBits(expected));
      }
    }
  }

  @Test
  void instructions_without_vector_code_cut_a_body() {
    var body =
        new LoopBody(
            List.of(DType.F32),
            List.of(
                Instr.of(ScalarOp.ADD, DType.F32, 0, 0),
                Instr.of(ScalarOp.EXP, DType.F32, 1),
                Instr.of(ScalarOp.CONVERT, DType.F16, 2),
                Instr.of(ScalarOp.CONVERT, DType.F32, 3),
                Instr.of(ScalarOp.MUL, DType.F32, 4, 1),
                Instr.of(ScalarOp.TANH, DType.F32, 5),
                Instr.of(ScalarOp.CONVERT, DType.F16, 6),
                Instr.of(ScalarOp.CONVERT, DType.F32, 7),
                Instr.of(ScalarOp.NEG, DType.F32, 8)),
            List.of(9));

    List<BlockCode> codes = new Fusion().of(body, 0, 1);

    assertThat(codes).extracting(BlockCode::from).containsExactly(1, 5, 9);
    assertThat(codes).extracting(BlockCode::to).containsExactly(3, 7, 10);
    assertThat(IntStream.range(1, 10).filter(v -> codes.stream().anyMatch(c -> c.stores(v))))
        .containsExactly(1, 2, 6, 9);
  }

  @Test
  void a_body_that_runs_often_switches_to_generated_code_with_the_same_bits() throws Exception {
    var random = new Random(1);
    var body =
        new LoopBody(
            List.of(DType.F32, DType.F32),
            List.of(
                Instr.of(ScalarOp.MUL, DType.F32, 0, 1),
                Instr.of(ScalarOp.TANH, DType.F32, 2),
                Instr.of(ScalarOp.ADD, DType.F32, 3, 0)),
            List.of(4));
    int[] dims = {5000};
    var inputs =
        body.inputs().stream().map(d -> KernelOperands.operand(d, dims, false, random)).toList();
    var first = outputs(body, dims, random);
    var kernels = new SimdKernels();
    kernels.loop(body, dims, inputs, first);

    long deadline = System.nanoTime() + 3_000_000_000L;
    for (int run = 0; System.nanoTime() < deadline; run++) {
      var next = first.stream().map(KernelOperands::copy).toList();
      kernels.loop(body, dims, inputs, next);
      if (run % 50 == 0) {
        assertSameBits(body, dims, next.get(0), first.get(0));
      }
    }
  }

  private static List<Operand> outputs(LoopBody body, int[] dims, Random random) {
    return body.results().stream()
        .map(v -> KernelOperands.operand(body.dtype(v), dims, false, random))
        .toList();
  }

  private static LoopBody randomBody(Random random, List<DType> choices, int instructions) {
    var dtypes = new ArrayList<>(choices);
    var inputs = List.copyOf(dtypes);
    var code = new ArrayList<Instr>();
    while (code.size() < instructions) {
      var all = IntStream.range(0, dtypes.size()).boxed().toList();
      Instr instr = randomInstr(random, choices, dtypes, all);
      if (instr != null) {
        code.add(instr);
        dtypes.add(instr.dtype());
      }
    }
    var results = new ArrayList<Integer>();
    results.add(dtypes.size() - 1);
    for (int v = inputs.size(); v < dtypes.size() - 1; v++) {
      if (random.nextInt(4) == 0) {
        results.add(v);
      }
    }
    return new LoopBody(inputs, code, results);
  }

  /** {@return an instruction that reads some of the values, or null if none fits this time} */
  static Instr randomInstr(Random random, List<DType> dtypes, List<Integer> values) {
    return randomInstr(random, DTYPES, dtypes, values);
  }

  private static Instr randomInstr(
      Random random, List<DType> choices, List<DType> dtypes, List<Integer> values) {
    var op = ScalarOp.values()[random.nextInt(ScalarOp.values().length)];
    DType dtype = choices.get(random.nextInt(choices.size()));
    DType argument = choices.get(random.nextInt(choices.size()));
    if (op == ScalarOp.CONST) {
      return Instr.constant(dtype, dtype == DType.BOOL ? random.nextInt(2) : random.nextInt(7));
    }
    if (op == ScalarOp.INDEX) {
      return Instr.index(DType.I32, random.nextInt(2));
    }
    DType result =
        op.isPredicate()
            ? DType.BOOL
            : op == ScalarOp.CONVERT || op == ScalarOp.BITCAST || op == ScalarOp.SELECT
                ? dtype
                : argument;
    var args = new ArrayList<Integer>();
    for (int i = 0; i < op.arity(); i++) {
      DType required = op != ScalarOp.SELECT ? argument : i == 0 ? DType.BOOL : dtype;
      var fitting = values.stream().filter(v -> dtypes.get(v) == required).toList();
      if (fitting.isEmpty()) {
        return null;
      }
      args.add(fitting.get(random.nextInt(fitting.size())));
    }
    double immediate = op == ScalarOp.INTEGER_POW ? random.nextInt(9) - 3 : 0;
    var instr = new Instr(op, result, args, immediate);
    DType first = op == ScalarOp.SELECT ? dtype : argument;
    return VectorCosts.cost(instr, first) > 0 ? instr : null;
  }

  static void assertSameBits(LoopBody body, int[] dims, Operand actual, Operand expected) {
    for (int i = 0; i < actual.buffer().length(); i++) {
      if (KernelOperands.bits(actual.buffer(), i) != KernelOperands.bits(expected.buffer(), i)) {
        double a = actual.buffer().getDouble(i);
        double e = expected.buffer().getDouble(i);
        if (!(Double.isNaN(a) && Double.isNaN(e))) {
          assertThat(a)
              .as("%s over %s at %d", body.toText(), Arrays.toString(dims), i)
              .isEqualTo(e);
        }
      }
    }
  }
}
