package io.cambric.kernel;

import io.cambric.array.DType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A straight-line scalar program run at each point of an iteration space: what a fused group of
 * elementwise operations is to a kernel.
 *
 * <p>Values are numbered: first the inputs, then one for each instruction. A body is an immutable
 * value, so providers may keep compiled forms by it.
 *
 * @param inputs dtype of each input
 * @param code the instructions, each reading values before it
 * @param results numbers of the values that are stored
 */
public record LoopBody(List<DType> inputs, List<Instr> code, List<Integer> results) {

  private static final Map<DType, LoopBody> COPIES =
      Arrays.stream(DType.values())
          .collect(
              Collectors.toUnmodifiableMap(
                  Function.identity(),
                  dtype -> new LoopBody(List.of(dtype), List.of(), List.of(0))));

  /** Copies the lists. */
  public LoopBody {
    inputs = List.copyOf(inputs);
    code = List.copyOf(code);
    results = List.copyOf(results);
  }

  /**
   * {@return the body that stores its one input: the same each time, so that its plans are kept}
   */
  public static LoopBody copy(DType dtype) {
    return Objects.requireNonNull(COPIES.get(dtype));
  }

  /** {@return the body of one operation on inputs of these dtypes} */
  public static LoopBody of(ScalarOp op, DType result, double immediate, List<DType> inputs) {
    var args = IntStream.range(0, inputs.size()).boxed().toList();
    return new LoopBody(
        inputs, List.of(new Instr(op, result, args, immediate)), List.of(inputs.size()));
  }

  /** {@return the dtype of value {@code i}} */
  public DType dtype(int i) {
    return i < inputs.size() ? inputs.get(i) : code.get(i - inputs.size()).dtype();
  }

  /** {@return the instruction that computes value {@code i}, which is no input} */
  public Instr instr(int i) {
    return code.get(i - inputs.size());
  }

  /** {@return whether value {@code i} is a literal} */
  public boolean isLiteral(int i) {
    return i >= inputs.size() && instr(i).op() == ScalarOp.CONST;
  }

  /** {@return the number of values, inputs included} */
  public int valueCount() {
    return inputs.size() + code.size();
  }

  /** {@return how many values are computed, literals left out} */
  public int operations() {
    return (int) code.stream().filter(instr -> instr.op() != ScalarOp.CONST).count();
  }

  /** {@return for each value whether it is a row value: one for all points of a row} */
  public boolean[] rowValues() {
    boolean[] rows = new boolean[valueCount()];
    for (int i = 0; i < code.size(); i++) {
      var instr = code.get(i);
      rows[inputs.size() + i] =
          instr.op().isRowReduction()
              || (instr.op() != ScalarOp.ROW_SPREAD
                  && instr.args().stream().anyMatch(arg -> rows[arg]));
    }
    return rows;
  }

  /**
   * {@return whether it combines values of rows, which are then {@link Block#LONGEST_ROW} long at
   * most}
   */
  public boolean hasRows() {
    return code.stream().anyMatch(instr -> instr.op().isRowReduction());
  }

  /** {@return one line an instruction, as {@code v2:f32 = mul v0 v1}} */
  public String toText() {
    var lines =
        IntStream.range(0, code.size())
            .mapToObj(i -> line(inputs.size() + i, code.get(i)))
            .collect(Collectors.joining("\n"));
    return lines + (lines.isEmpty() ? "" : "\n") + "store " + names(results);
  }

  private static String line(int number, Instr instr) {
    String immediate =
        switch (instr.op()) {
          case CONST, INDEX, INTEGER_POW -> " " + instr.immediate();
          default -> "";
        };
    return "v%d:%s = %s%s%s"
        .formatted(
            number,
            instr.dtype(),
            instr.op().name().toLowerCase(java.util.Locale.ROOT),
            immediate,
            instr.args().isEmpty() ? "" : " " + names(instr.args()));
  }

  private static String names(List<Integer> values) {
    return values.stream().map(v -> "v" + v).collect(Collectors.joining(" "));
  }
}
