package io.cambric.kernels.simd.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.BlockCode;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernel.thread.Threads;
import io.cambric.kernels.simd.SimdKernels;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Generated passes over rows: the bits of single instructions, for any body and length. */
class RowPassTest {

  /** Lengths at the edges of vectors, of the accumulators of a reduction, and of blocks. */
  private static final int[] LENGTHS = {
    31, 32, 33, 47, 48, 49, 63, 64, 65, 100, 127, 128, 129, 136, 143, 144, 145, 191, 192, 193, 255,
    256, 509, 512, 1000, 1023, 1024, 1025, 1100, 2048, 3001
  };

  private static final List<DType> INPUTS =
      List.of(DType.F32, DType.F32, DType.BF16, DType.I32, DType.BOOL);

  private static final LoopBody SOFTMAX =
      new LoopBody(
          List.of(DType.F32),
          List.of(
              Instr.of(ScalarOp.ROW_MAX, DType.F32, 0),
              Instr.of(ScalarOp.ROW_SPREAD, DType.F32, 1),
              Instr.of(ScalarOp.SUB, DType.F32, 0, 2),
              Instr.of(ScalarOp.EXP, DType.F32, 3),
              Instr.of(ScalarOp.ROW_SUM, DType.F32, 4),
              Instr.of(ScalarOp.ROW_SPREAD, DType.F32, 5),
              Instr.of(ScalarOp.DIV, DType.F32, 4, 6)),
          List.of(7));

  @AfterEach
  void wait_for_the_jit_again() {
    WarmUp.skipWaiting(false);
  }

  /** Narrow vectors are slow, and other lengths than those of wide ones are few. */
  private static final boolean IS_NARROW = Integer.getInteger("tests.vectorbits", 0) > 0;

  static LongStream seeds() {
    return Seeds.of(IS_NARROW ? 30 : 80);
  }

  static LongStream fewSeeds() {
    return Seeds.of(IS_NARROW ? 8 : 30);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void passes_give_the_bits_of_single_instructions(long seed) {
    var random = new Random(seed);
    var body = randomBody(random, INPUTS, 3 + random.nextInt(30));
    int[] dims = {1 + random.nextInt(9), LENGTHS[random.nextInt(LENGTHS.length)]};
    boolean strided = random.nextBoolean();
    var inputs =
        body.inputs().stream().map(d -> KernelOperands.operand(d, dims, strided, random)).toList();
    var outputs = outputs(body, dims, random);

    var single = run(body, dims, inputs, outputs, false);
    var generated = run(body, dims, inputs, outputs, true);

    assertSameBits(body, dims, generated, single);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("fewSeeds")
  void passes_over_many_rows_give_the_bits_of_single_instructions(long seed) {
    var random = new Random(seed);
    var dtypes = List.of(DType.F32, DType.F32, DType.I32);
    var body = randomBody(random, dtypes, 3 + random.nextInt(12));
    int length = LENGTHS[random.nextInt(LENGTHS.length)];
    int lines = random.nextBoolean() ? 1 : 1 + random.nextInt(20);
    int rows = 1 + random.nextInt(800_000 / length);
    int[] dims = {lines, 1 + rows / lines, length};
    var inputs = body.inputs().stream().map(d -> byRows(d, dims, true, random)).toList();
    var outputs = outputsByRows(body, dims, random);

    var single = run(body, dims, inputs, outputs, false);
    var generated = run(body, dims, inputs, outputs, true);

    assertSameBits(body, dims, generated, single);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void results_may_overwrite_inputs(long seed) {
    var random = new Random(seed);
    var body = randomBody(random, INPUTS, 3 + random.nextInt(20));
    int[] dims = {1 + random.nextInt(9), LENGTHS[random.nextInt(LENGTHS.length)]};
    boolean isDense = random.nextInt(4) > 0;
    var inputs =
        body.inputs().stream()
            .map(d ->
                isDense ? dense(d, dims, random) : KernelOperands.operand(d, dims, false, random))
            .toList();
    var outputs = outputs(body, dims, random);
    var apart = run(body, dims, inputs, outputs, false);

    var copies = inputs.stream().map(KernelOperands::copy).toList();
    var over = new ArrayList<>(outputs);
    Set<Integer> taken = new HashSet<>();
    boolean[] rows = body.rowValues();
    for (int k = 0; k < over.size(); k++) {
      int value = body.results().get(k);
      for (int i = 0; i < copies.size(); i++) {
        if (!rows[value] && body.dtype(i) == body.dtype(value) && taken.add(i)) {
          over.set(k, copies.get(i));
          break;
        }
      }
    }
    WarmUp.skipWaiting(true);
    new SimdKernels().loop(again(body), dims, copies, over);

    for (int k = 0; k < over.size(); k++) {
      if (!rows[body.results().get(k)]) {
        FusedLoopTest.assertSameBits(
            body, dims, dense(over.get(k), dims), dense(apart.get(k), dims));
      }
    }
  }

  /** Points of rows are adjacent; rows, and lines of rows, are adjacent, strided or broadcast. */
  private static Operand byRows(DType dtype, int[] dims, boolean maybeOne, Random random) {
    int[] strides = new int[dims.length];
    int last = dims.length - 1;
    strides[last] = 1;
    int size = dims[last];
    for (int d = last - 1; d >= 0; d--) {
      int kind = random.nextInt(maybeOne ? 4 : 3);
      strides[d] = kind == 3 ? 0 : kind == 2 ? size + random.nextInt(20) : size;
      size += (dims[d] - 1) * strides[d];
    }
    int offset = random.nextInt(5);
    return new Operand(KernelOperands.buffer(dtype, offset + size, random), offset, strides);
  }

  private static Operand dense(DType dtype, int[] dims, Random random) {
    var shape = Shape.of(dims);
    return Operand.dense(KernelOperands.buffer(dtype, shape.size(), random), shape);
  }

  /** {@return the elements of an operand in row-major order} */
  private static Operand dense(Operand operand, int[] dims) {
    var shape = Shape.of(dims);
    var dense = Operand.dense(Buffer.allocate(operand.buffer().dtype(), shape.size()), shape);
    var copy = LoopBody.copy(operand.buffer().dtype());
    new PlainKernels().loop(copy, dims, List.of(operand), List.of(dense));
    return dense;
  }

  @Test
  void a_softmax_is_one_piece_of_code_that_stores_exponentials_and_results() {
    List<BlockCode> codes = new Fusion().of(SOFTMAX, 512, 64);

    assertThat(codes).extracting(BlockCode::from).containsExactly(1);
    assertThat(codes).extracting(BlockCode::to).containsExactly(8);
    assertThat(codes.getFirst().stores(4)).isTrue();
    assertThat(codes.getFirst().stores(7)).isTrue();
    assertThat(codes.getFirst().stores(3)).isFalse();
  }

  @Test
  void instructions_without_vector_code_and_long_passes_leave_the_rest_as_it_was() {
    var code = new ArrayList<>(SOFTMAX.code());
    code.add(Instr.of(ScalarOp.CONVERT, DType.F16, 7));
    code.add(Instr.of(ScalarOp.CONVERT, DType.F32, 8));
    code.add(Instr.of(ScalarOp.ROW_SUM, DType.F32, 9));
    for (int i = 0; i < 6; i++) {
      code.add(Instr.of(ScalarOp.TANH, DType.F32, 9 + (i == 0 ? 0 : i + 1)));
    }
    var body = new LoopBody(List.of(DType.F32), code, List.of(16, 10));

    List<BlockCode> codes = new Fusion().of(body, 512, 64);

    assertThat(codes.getFirst()).matches(BlockCode::isByRows);
    assertThat(codes.getFirst().to()).isEqualTo(8);
    assertThat(codes.subList(1, codes.size())).noneMatch(BlockCode::isByRows);
    assertThat(codes).hasSizeGreaterThan(1);
  }

  @ParameterizedTest(name = "{0} results")
  @ValueSource(ints = {10, 40, 80})
  void passes_of_many_operands_have_the_same_bits(int count) {
    var random = new Random(count);
    var code = new ArrayList<>(List.of(Instr.of(ScalarOp.ROW_MAX, DType.F32, 0)));
    code.add(Instr.of(ScalarOp.ROW_SPREAD, DType.F32, count));
    var results = new ArrayList<Integer>();
    for (int k = 0; k < count; k++) {
      code.add(Instr.of(ScalarOp.SUB, DType.F32, k, count + 1));
      results.add(count + 2 + k);
    }
    var body = new LoopBody(Collections.nCopies(count, DType.F32), code, results);
    int[] dims = {9, 130};
    var inputs = body.inputs().stream().map(d -> dense(d, dims, random)).toList();
    var outputs = outputs(body, dims, random);

    var generated = run(body, dims, inputs, outputs, true);

    assertSameBits(body, dims, generated, run(body, dims, inputs, outputs, false));
    boolean inRows = new Fusion().of(body, 130, 64).getFirst().isByRows();
    assertThat(inRows).isEqualTo(2 * count < Fusion.MAX_OPERANDS);
  }

  @Test
  void row_values_that_no_points_depend_on_are_computed_after_all_rows() {
    var code = new ArrayList<>(SOFTMAX.code());
    code.add(Instr.of(ScalarOp.LOG, DType.F32, 5));
    code.add(Instr.of(ScalarOp.ADD, DType.F32, 1, 8));
    var body = new LoopBody(List.of(DType.F32), code, List.of(7, 9));

    var passes = RowPlan.of(body, 1, 10, Set.of(7, 9));

    assertThat(RowPlan.last(passes))
        .extracting(RowPlan.Pass::points)
        .containsExactly(List.of(8, 9));
    assertThat(passes).extracting(RowPlan.Pass::ofRows).containsExactly(true, true, true, false);
  }

  @ParameterizedTest(name = "{0} x {1}")
  @CsvSource({"70000,32", "70000,33", "3000,100", "800,500", "800,512", "800,513", "300,1500"})
  void many_rows_have_the_same_bits_on_any_number_of_threads(int rows, int length) {
    var random = new Random(length);
    var code = new ArrayList<>(SOFTMAX.code());
    code.add(Instr.of(ScalarOp.LOG, DType.F32, 5));
    code.add(Instr.of(ScalarOp.ADD, DType.F32, 1, 8));
    var body = new LoopBody(List.of(DType.F32), code, List.of(7, 9));
    int[] dims = {rows, length};
    var inputs = List.of(dense(DType.F32, dims, random));
    var outputs = List.of(dense(DType.F32, dims, random), outputs(body, dims, random).getLast());
    var alone = run(body, dims, inputs, outputs, false);
    for (int threads : new int[] {1, 2, 3}) {
      Threads.with(
          threads, () -> assertSameBits(body, dims, run(body, dims, inputs, outputs, true), alone));
    }
  }

  private static List<Operand> run(
      LoopBody body, int[] dims, List<Operand> inputs, List<Operand> outputs, boolean generated) {
    var copies = outputs.stream().map(KernelOperands::copy).toList();
    WarmUp.skipWaiting(generated);
    new SimdKernels().loop(again(body), dims, inputs, copies);
    return copies;
  }

  /** A body of its own identity, since compiled code is cached by identity. */
  private static LoopBody again(LoopBody body) {
    return new LoopBody(body.inputs(), body.code(), body.results());
  }

  private static ArrayList<Operand> outputs(LoopBody body, int[] dims, Random random) {
    boolean[] rows = body.rowValues();
    var outputs = new ArrayList<Operand>();
    for (int value : body.results()) {
      if (rows[value]) {
        int[] rowDims = Arrays.copyOf(dims, dims.length - 1);
        var dense = KernelOperands.operand(body.dtype(value), rowDims, false, random);
        int[] strides = Arrays.copyOf(dense.strides(), dims.length);
        outputs.add(new Operand(dense.buffer(), dense.offset(), strides));
      } else {
        outputs.add(KernelOperands.operand(body.dtype(value), dims, false, random));
      }
    }
    return outputs;
  }

  private static List<Operand> outputsByRows(LoopBody body, int[] dims, Random random) {
    boolean[] rows = body.rowValues();
    var outputs = outputs(body, dims, random);
    for (int k = 0; k < outputs.size(); k++) {
      int value = body.results().get(k);
      if (!rows[value]) {
        outputs.set(k, byRows(body.dtype(value), dims, false, random));
      }
    }
    return outputs;
  }

  /** With more bytecode, C1 runs out of registers, and C2 never compiles a method without it. */
  @ParameterizedTest
  @ValueSource(ints = {512, 536})
  void methods_of_costly_passes_are_small_whatever_the_length_of_rows(int length) {
    var errors = new ArrayList<>(SOFTMAX.code());
    errors.set(3, Instr.of(ScalarOp.ERF, DType.F32, 3));
    errors.add(4, Instr.of(ScalarOp.EXP, DType.F32, 4));
    errors.set(5, Instr.of(ScalarOp.ROW_SUM, DType.F32, 5));
    errors.set(6, Instr.of(ScalarOp.ROW_SPREAD, DType.F32, 6));
    errors.set(7, Instr.of(ScalarOp.DIV, DType.F32, 5, 7));
    for (var body : List.of(SOFTMAX, new LoopBody(List.of(DType.F32), errors, List.of(8)))) {
      var values = IntStream.range(1, body.valueCount()).boxed().toList();
      var result = Set.of(values.getLast());
      var passes = RowPlan.of(body, 1, body.valueCount(), result);
      var layout = PassLayout.of(body, passes, result, RowPlan.Lengths.of(length, 64));

      var methods = ClassFile.of().parse(RowWriter.classFile(layout)).methods();

      assertThat(methods)
          .extracting(method -> method.findAttribute(Attributes.code()).orElseThrow().codeLength())
          .allSatisfy(bytes -> assertThat(bytes).isLessThan(3500));
    }
  }

  private static void assertSameBits(
      LoopBody body, int[] dims, List<Operand> actual, List<Operand> expected) {
    for (int k = 0; k < actual.size(); k++) {
      FusedLoopTest.assertSameBits(body, dims, actual.get(k), expected.get(k));
    }
  }

  /** A body of pointwise instructions, row reductions, and instructions on row values. */
  private static LoopBody randomBody(Random random, List<DType> inputs, int instructions) {
    var points = new ArrayList<Integer>();
    var rows = new ArrayList<Integer>();
    var dtypes = new ArrayList<>(inputs);
    var code = new ArrayList<Instr>();
    for (int i = 0; i < inputs.size(); i++) {
      points.add(i);
    }
    while (code.size() < instructions) {
      boolean row = !rows.isEmpty() && random.nextInt(4) == 0;
      var instr =
          switch (random.nextInt(8)) {
            case 0 -> reduction(random, points, dtypes);
            case 1 -> row ? spread(pick(random, rows), dtypes) : null;
            default -> FusedLoopTest.randomInstr(random, dtypes, row ? rows : points);
          };
      if (instr != null) {
        int value = dtypes.size();
        code.add(instr);
        dtypes.add(instr.dtype());
        boolean ofRows =
            instr.op().isRowReduction()
                || (instr.op() != ScalarOp.ROW_SPREAD
                    && instr.args().stream().anyMatch(rows::contains));
        (ofRows ? rows : points).add(value);
      }
    }
    var results = new ArrayList<Integer>();
    results.add(dtypes.size() - 1);
    for (int v = inputs.size(); v < dtypes.size() - 1; v++) {
      if (random.nextInt(5) == 0) {
        results.add(v);
      }
    }
    return new LoopBody(inputs, code, results);
  }

  private static Instr reduction(Random random, List<Integer> points, List<DType> dtypes) {
    var ops = List.of(ScalarOp.ROW_SUM, ScalarOp.ROW_MAX, ScalarOp.ROW_MIN);
    var reduced = List.of(DType.F32, DType.BF16);
    var floats = points.stream().filter(v -> reduced.contains(dtypes.get(v))).toList();
    int value = pick(random, floats);
    return Instr.of(ops.get(random.nextInt(3)), dtypes.get(value), value);
  }

  private static Instr spread(int row, List<DType> dtypes) {
    return Instr.of(ScalarOp.ROW_SPREAD, dtypes.get(row), row);
  }

  private static int pick(Random random, List<Integer> values) {
    return values.get(random.nextInt(values.size()));
  }
}
