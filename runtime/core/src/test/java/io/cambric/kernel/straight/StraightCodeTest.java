package io.cambric.kernel.straight;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.FloatFunction;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.BlockLoop;
import io.cambric.kernel.block.BlockOps;
import io.cambric.kernel.block.TreeReduce;
import io.cambric.kernel.scalar.F32Ops;
import io.cambric.kernel.scalar.ScalarFunctions;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Straight code has the bits of the kernels that it replaces. */
class StraightCodeTest {

  /** Block operations that reduce rows as fast kernels do. */
  private static final BlockOps OPS =
      new BlockOps() {
        @Override
        protected boolean foldsFloats() {
          return true;
        }
      };

  private static final List<DType> HELD =
      List.of(DType.F32, DType.F64, DType.I32, DType.U32, DType.BOOL);

  static LongStream seeds() {
    return Seeds.of(200);
  }

  static Stream<ScalarOp> operations() {
    return Arrays.stream(ScalarOp.values())
        .filter(op -> op.arity() > 0 && !op.isRowReduction() && op != ScalarOp.ROW_SPREAD);
  }

  /** An operand of the step, with the number of its array. */
  private static Access access(int array, Operand operand) {
    return new Access(array, operand.offset(), operand.strides(), operand.buffer().dtype());
  }

  private static List<Access> accesses(int first, List<Operand> operands) {
    return IntStream.range(0, operands.size())
        .mapToObj(i -> access(first + i, operands.get(i)))
        .toList();
  }

  private static void run(List<SmallStep> steps, List<Operand> operands) {
    run(steps, operands, _ -> null);
  }

  /** {@return a function of several values, as vector code is one} */
  private static @Nullable FloatFunction several(ScalarOp op) {
    return op.arity() == 1 && ScalarFunctions.has(op, DType.F32)
        ? (x, from, y, to, n) -> F32Ops.unary(op, x, from, y, to, n)
        : null;
  }

  private static void run(
      List<SmallStep> steps,
      List<Operand> operands,
      Function<ScalarOp, @Nullable FloatFunction> functions) {
    var written = StraightWriter.write(steps, operands.size(), functions);
    var arrays = new ArrayList<Object>();
    operands.forEach(operand -> arrays.add(operand.buffer().storage()));
    arrays.addAll(written.allocate());
    written.code().run(arrays.toArray(), new int[arrays.size()]);
  }

  private static List<Operand> dense(LoopBody body, int[] dims) {
    boolean[] rows = body.rowValues();
    var outputs = new ArrayList<Operand>();
    for (int result : body.results()) {
      int[] strides = new int[dims.length];
      int length = 1;
      for (int d = dims.length - 1; d >= 0; d--) {
        boolean isRow = rows[result] && d == dims.length - 1;
        strides[d] = isRow ? 0 : length;
        length *= isRow ? 1 : dims[d];
      }
      outputs.add(new Operand(Buffer.allocate(body.dtype(result), length), 0, strides));
    }
    return outputs;
  }

  private static List<String> bits(List<Operand> operands) {
    return operands.stream().map(operand -> bits(operand.buffer())).toList();
  }

  private static String bits(Buffer buffer) {
    return switch (buffer.storage()) {
      case float[] a -> Arrays.toString(copy(a));
      case double[] a ->
          Arrays.toString(Arrays.stream(a).mapToLong(Double::doubleToLongBits).toArray());
      case int[] a -> Arrays.toString(a);
      case byte[] a -> Arrays.toString(a);
      default -> throw new AssertionError(buffer.dtype());
    };
  }

  private static int[] copy(float[] a) {
    return IntStream.range(0, a.length).map(i -> Float.floatToIntBits(a[i])).toArray();
  }

  /** Runs a loop as a kernel, and as straight code without and with functions of several values. */
  private static void checkLoop(LoopBody body, int[] dims, List<Operand> inputs) {
    var expected = dense(body, dims);
    BlockLoop.run(OPS, body, dims, inputs, expected);
    for (boolean apart : new boolean[] {false, true}) {
      var outputs = dense(body, dims);
      var all = new ArrayList<>(inputs);
      all.addAll(outputs);
      var accesses = accesses(inputs.size(), outputs);

      run(
          List.of(new SmallStep.Loop(body, dims, accesses(0, inputs), accesses)),
          all,
          op -> apart ? several(op) : null);

      assertThat(bits(outputs)).as(body.toText() + Arrays.toString(dims)).isEqualTo(bits(expected));
    }
  }

  private static List<DType> results(ScalarOp op, DType dtype) {
    if (op == ScalarOp.CONVERT || op == ScalarOp.BITCAST) {
      return HELD;
    }
    return List.of(op.isPredicate() ? DType.BOOL : dtype);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void an_operation_on_single_values_has_the_bits_of_a_loop_over_blocks(ScalarOp op) {
    var random = new Random(op.ordinal());
    for (var dtype : HELD) {
      for (var result : results(op, dtype)) {
        var inputs = new ArrayList<DType>();
        for (int i = 0; i < op.arity(); i++) {
          inputs.add(op == ScalarOp.SELECT && i == 0 ? DType.BOOL : dtype);
        }
        var body = LoopBody.of(op, result, op == ScalarOp.INTEGER_POW ? -5 : 0, inputs);
        if (ScalarEmitter.supports(body, body.code().getFirst())) {
          int[] dims = {150};
          checkLoop(
              body,
              dims,
              inputs.stream()
                  .map(input -> KernelOperands.operand(input, dims, false, random))
                  .toList());
        }
      }
    }
  }

  @Test
  void every_operation_on_floats_is_supported() {
    var unsupported =
        operations()
            .filter(op -> {
              var inputs = new ArrayList<DType>();
              for (int i = 0; i < op.arity(); i++) {
                inputs.add(op == ScalarOp.SELECT && i == 0 ? DType.BOOL : DType.F32);
              }
              var result = op.isPredicate() ? DType.BOOL : DType.F32;
              var body = LoopBody.of(op, result, 2, inputs);
              return !ScalarEmitter.supports(body, body.code().getFirst());
            })
            .toList();

    assertThat(unsupported)
        .containsExactly(
            ScalarOp.NOT,
            ScalarOp.POPULATION_COUNT,
            ScalarOp.CLZ,
            ScalarOp.AND,
            ScalarOp.OR,
            ScalarOp.XOR,
            ScalarOp.SHIFT_LEFT,
            ScalarOp.SHIFT_RIGHT_LOGICAL,
            ScalarOp.SHIFT_RIGHT_ARITHMETIC);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void loops_over_strided_operands_and_their_indices_have_the_bits_of_blocks(long seed) {
    var random = new Random(seed);
    int[] dims = KernelOperands.dims(random.nextInt(4), 6, random);
    var code = new ArrayList<Instr>();
    code.add(Instr.of(ScalarOp.MUL, DType.F32, 0, 1));
    code.add(Instr.constant(DType.F32, 0.3));
    code.add(Instr.of(ScalarOp.FMA, DType.F32, 2, 3, 0));
    code.add(Instr.of(ScalarOp.LT, DType.BOOL, 4, 1));
    code.add(Instr.of(ScalarOp.SELECT, DType.F32, 5, 0, 4));
    var results = new ArrayList<>(List.of(4, 5, 6));
    if (dims.length > 0) {
      code.add(Instr.index(DType.I32, random.nextInt(dims.length)));
      code.add(Instr.of(ScalarOp.CONVERT, DType.F32, 7));
      code.add(Instr.of(ScalarOp.ADD, DType.F32, 6, 8));
      results.add(9);
    }
    var body = new LoopBody(List.of(DType.F32, DType.F32), code, results);

    checkLoop(
        body,
        dims,
        List.of(
            KernelOperands.operand(DType.F32, dims, true, random),
            KernelOperands.operand(DType.F32, dims, true, random)));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void bodies_that_combine_rows_have_the_bits_of_blocks(long seed) {
    var random = new Random(seed);
    int length = random.nextInt(2, seed % 3 == 0 ? 300 : 40);
    int[] dims = {random.nextInt(1, 5), length};
    var op = seed % 2 == 0 ? ScalarOp.ROW_MAX : ScalarOp.ROW_MIN;
    // A softmax, its row sums, and the rows without their mean.
    var body =
        new LoopBody(
            List.of(DType.F32, DType.F32),
            List.of(
                Instr.of(op, DType.F32, 0), // 2
                Instr.of(ScalarOp.ROW_SPREAD, DType.F32, 2), // 3
                Instr.of(ScalarOp.SUB, DType.F32, 0, 3), // 4
                Instr.of(ScalarOp.LOGISTIC, DType.F32, 4), // 5
                Instr.of(ScalarOp.ROW_SUM, DType.F32, 5), // 6
                Instr.of(ScalarOp.ADD, DType.F32, 6, 2), // 7
                Instr.of(ScalarOp.ROW_SPREAD, DType.F32, 7), // 8
                Instr.of(ScalarOp.DIV, DType.F32, 5, 8), // 9
                Instr.of(ScalarOp.MUL, DType.F32, 9, 1), // 10
                Instr.of(ScalarOp.ROW_SUM, DType.F32, 1), // 11
                Instr.of(ScalarOp.ROW_SPREAD, DType.F32, 11), // 12
                Instr.of(ScalarOp.SUB, DType.F32, 1, 12)), // 13
            List.of(10, 7, 13, 11, 4));

    checkLoop(
        body,
        dims,
        List.of(
            KernelOperands.operand(DType.F32, dims, false, random),
            KernelOperands.operand(DType.F32, dims, false, random)));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void reductions_have_the_bits_of_trees(long seed) {
    var random = new Random(seed);
    int rank = random.nextInt(1, 4);
    int kept = random.nextInt(rank);
    int[] dims = KernelOperands.dims(rank, List.of(1200, 40, 12).get(rank - 1), random);
    for (var dtype : HELD) {
      for (var op : ReduceOp.values()) {
        var body =
            random.nextBoolean()
                ? LoopBody.copy(dtype)
                : LoopBody.of(ScalarOp.SELECT, dtype, 0, List.of(DType.BOOL, dtype, dtype));
        var inputs =
            body.inputs().stream()
                .map(input -> KernelOperands.operand(input, dims, true, random))
                .toList();
        checkReduction(op, body, dims, kept, inputs);
      }
    }
  }

  private static void checkReduction(
      ReduceOp op, LoopBody body, int[] dims, int kept, List<Operand> inputs) {
    var dtype = body.dtype(body.results().getFirst());
    if (dtype.isFloating() && op.ordinal() > ReduceOp.MIN.ordinal()) {
      return;
    }
    int[] own = Arrays.copyOf(dims, kept);
    var expected = dense(LoopBody.copy(dtype), own).getFirst();
    var output = dense(LoopBody.copy(dtype), own).getFirst();
    var all = new ArrayList<>(inputs);
    all.add(output);
    var step =
        new SmallStep.Reduce(
            op, body, dims, kept, accesses(0, inputs), access(inputs.size(), output));
    if (SmallSteps.takes(step)) {
      TreeReduce.run(OPS, op, body, dims, kept, inputs, expected);

      for (boolean apart : new boolean[] {false, true}) {
        run(List.of(step), all, each -> apart ? several(each) : null);

        assertThat(bits(output.buffer()))
            .as(op + " " + dtype + " " + Arrays.toString(dims) + " " + kept)
            .isEqualTo(bits(expected.buffer()));
      }
    }
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void products_add_in_order_of_k(long seed) {
    var random = new Random(seed);
    int batch = random.nextInt(1, 4);
    int rows = random.nextInt(1, 20);
    int columns = random.nextInt(1, 20);
    int inner = random.nextInt(1, 6);
    var lhs = KernelOperands.operand(DType.F32, new int[] {batch, rows, inner}, true, random);
    var rhs = KernelOperands.operand(DType.F32, new int[] {batch, inner, columns}, true, random);
    int[] dims = {batch, rows, columns};
    var out = dense(LoopBody.copy(DType.F32), dims).getFirst();
    var expected = dense(LoopBody.copy(DType.F32), dims).getFirst();
    for (int at = 0; at < batch * rows * columns; at++) {
      int b = at / columns / rows;
      int i = at / columns % rows;
      int j = at % columns;
      float sum = 0;
      for (int k = 0; k < inner; k++) {
        sum = Math.fma(element(lhs, b, i, k), element(rhs, b, k, j), sum);
      }
      expected.buffer().floats()[at] = sum;
    }

    var spec = new MatmulSpec(batch, rows, columns, inner, DType.F32);
    var product = SmallStep.product(spec, access(0, lhs), access(1, rhs), access(2, out));
    run(List.of(requireNonNull(product)), List.of(lhs, rhs, out));

    assertThat(bits(out.buffer())).isEqualTo(bits(expected.buffer()));
  }

  @Test
  void products_with_another_order_of_sums_or_another_dtype_are_no_small_steps() {
    var row = new Access(0, 0, new int[] {0, 0, 1}, DType.F32);
    var lines = new Access(1, 0, new int[] {0, 1, 64}, DType.F32);
    var out = new Access(2, 0, new int[] {0, 0, 1}, DType.F32);

    assertThat(SmallStep.product(new MatmulSpec(1, 1, 4, 64, DType.F32), row, lines, out)).isNull();
    assertThat(SmallStep.product(new MatmulSpec(1, 1, 4, 8, DType.F64), row, lines, out)).isNull();
    assertThat(SmallStep.product(new MatmulSpec(1, 1, 4, 8, DType.F32), row, lines, out))
        .isInstanceOf(SmallStep.Product.class);
  }

  private static float element(Operand x, int i, int j, int k) {
    int[] s = x.strides();
    return x.buffer().floats()[x.offset() + i * s[0] + j * s[1] + k * s[2]];
  }

  @Test
  void no_method_is_too_long_for_the_compiler_of_the_jvm() {
    var steps = new ArrayList<SmallStep>();
    for (int instructions = 1; instructions < 200; instructions += 7) {
      for (int reductions = 0; reductions < 8; reductions++) {
        for (int rank = 1; rank < 5; rank++) {
          steps.add(longLoop(instructions, reductions, rank));
        }
      }
    }
    var small = steps.stream().filter(SmallSteps::takes).toList();

    var lengths =
        ClassFile.of().parse(StraightWriter.bytes(small, new WorkingMemory(4))).methods().stream()
            .map(method -> method.findAttribute(Attributes.code()).orElseThrow().codeLength())
            .toList();

    assertThat(small).hasSizeGreaterThan(100);
    // HotSpot leaves methods of more than 8000 bytes to the interpreter.
    assertThat(lengths).hasSizeGreaterThan(20).allMatch(length -> length < 8000);
  }

  /** A loop that reads and writes strided arrays, with row sums evenly among its instructions. */
  private static SmallStep longLoop(int instructions, int reductions, int rank) {
    var code = new ArrayList<Instr>();
    int last = 1;
    for (int i = 0; i < instructions; i++) {
      code.add(Instr.of(ScalarOp.FMA, DType.F32, last, 0, 1));
      last = 1 + code.size();
      if (reductions > 0 && i % (1 + instructions / reductions) == 0) {
        code.add(Instr.of(ScalarOp.ROW_SUM, DType.F32, last));
        code.add(Instr.of(ScalarOp.ROW_SPREAD, DType.F32, last + 1));
        last += 2;
      }
    }
    int[] dims = new int[rank];
    Arrays.fill(dims, 2);
    int[] strides = IntStream.range(0, rank).map(d -> 3 + 7 * d).toArray();
    var accesses =
        IntStream.range(0, 4).mapToObj(i -> new Access(i, i, strides, DType.F32)).toList();
    return new SmallStep.Loop(
        new LoopBody(List.of(DType.F32, DType.F32), code, List.of(last, last - 1)),
        dims,
        accesses.subList(0, 2),
        accesses.subList(2, 4));
  }

  @Test
  void steps_read_what_steps_before_them_wrote_in_one_or_several_methods() {
    var half = LoopBody.of(ScalarOp.ADD, DType.F32, 0, List.of(DType.F32, DType.F32));
    var buffer = Buffer.wrap(new float[] {1, 2, 3});
    var inPlace = new Operand(buffer, 0, new int[] {1});
    var step =
        new SmallStep.Loop(
            half,
            new int[] {3},
            List.of(access(0, inPlace), access(0, inPlace)),
            List.of(access(0, inPlace)));
    var steps = new ArrayList<SmallStep>();
    for (int i = 0; i < 100; i++) {
      steps.add(step);
    }

    run(steps, List.of(inPlace));

    assertThat(buffer.floats()).containsExactly(0x1p100f, 0x1p101f, 3 * 0x1p100f);
  }
}
