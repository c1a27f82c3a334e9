package io.cambric.kernel;

import io.cambric.array.DType;
import io.cambric.kernel.block.Block;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The body of a fused loop: a straight-line scalar program that runs at each point of an iteration
 * space.
 *
 * <p>Values are numbered: first the inputs, then one per instruction. A body is an immutable value,
 * so providers may use it as a key of compiled forms. The body caches the state that its runs
 * share, and both are collected together. A cache of bodies therefore stores {@link #withoutRuns}.
 */
public final class LoopBody {

  private static final Map<DType, LoopBody> COPIES =
      Arrays.stream(DType.values())
          .collect(
              Collectors.toUnmodifiableMap(
                  Function.identity(),
                  dtype -> new LoopBody(List.of(dtype), List.of(), List.of(0))));

  private final List<DType> inputs;
  private final List<Instr> code;
  private final List<Integer> results;

  /** Inputs that are per-row values, in a body that runs row by row. */
  private final Set<Integer> rowInputs;

  private final boolean byRows;

  /** Created by the first run. Racing runs may each create one, so its fields are final. */
  private @Nullable Object prepared;

  /**
   * Creates a body of copies of the lists.
   *
   * @param inputs dtype of each input
   * @param code the instructions, each reading values before it
   * @param results numbers of the values that are stored
   */
  public LoopBody(List<DType> inputs, List<Instr> code, List<Integer> results) {
    this(inputs, code, results, Set.of(), false);
  }

  private LoopBody(
      List<DType> inputs,
      List<Instr> code,
      List<Integer> results,
      Set<Integer> rowInputs,
      boolean byRows) {
    this.inputs = List.copyOf(inputs);
    this.code = List.copyOf(code);
    this.results = List.copyOf(results);
    this.rowInputs = Set.copyOf(rowInputs);
    this.byRows = byRows || code.stream().anyMatch(instr -> instr.op().isRowReduction());
  }

  /**
   * {@return a body that runs row by row}
   *
   * @param rowInputs inputs that are per-row values: one value for all points of a row
   */
  public static LoopBody byRows(
      List<DType> inputs, List<Instr> code, List<Integer> results, Set<Integer> rowInputs) {
    return new LoopBody(inputs, code, results, rowInputs, true);
  }

  /**
   * {@return the body that stores its only input; always the same object, which keeps its plans}
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

  /** {@return the dtype of each input} */
  public List<DType> inputs() {
    return inputs;
  }

  /** {@return the instructions, each reading values before it} */
  public List<Instr> code() {
    return code;
  }

  /** {@return numbers of the values that are stored} */
  public List<Integer> results() {
    return results;
  }

  /** {@return an equal body without the cached state of runs} */
  public LoopBody withoutRuns() {
    return new LoopBody(inputs, code, results, rowInputs, byRows);
  }

  /**
   * {@return the form in which kernels run this body, created once and kept in the body}
   *
   * @param type type of the form; a process uses one type
   * @param maker makes the form from this body; the fields of the form are final
   */
  public <T> T prepared(Class<T> type, Function<LoopBody, T> maker) {
    var known = prepared;
    if (known == null) {
      known = maker.apply(this);
      prepared = known;
    }
    return type.cast(known);
  }

  /** {@return the dtype of value {@code i}} */
  public DType dtype(int i) {
    return i < inputs.size() ? inputs.get(i) : code.get(i - inputs.size()).dtype();
  }

  /** {@return the instruction that computes value {@code i}, which is not an input} */
  public Instr instr(int i) {
    return code.get(i - inputs.size());
  }

  /** {@return whether value {@code i} is a literal} */
  public boolean isLiteral(int i) {
    return i >= inputs.size() && instr(i).op() == ScalarOp.CONST;
  }

  /** {@return the number of values, including inputs} */
  public int valueCount() {
    return inputs.size() + code.size();
  }

  /** {@return the number of computed values, without literals} */
  public int operations() {
    return (int) code.stream().filter(instr -> instr.op() != ScalarOp.CONST).count();
  }

  /** {@return for each value, whether it is a per-row value: one value for all points of a row} */
  public boolean[] rowValues() {
    boolean[] rows = new boolean[valueCount()];
    rowInputs.forEach(input -> rows[input] = true);
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
   * {@return whether the body runs row by row, because it reduces rows or {@code byRows} created
   * it} Rows then have at most {@link Block#LONGEST_ROW} points.
   */
  public boolean hasRows() {
    return byRows;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LoopBody body
        && inputs.equals(body.inputs)
        && code.equals(body.code)
        && results.equals(body.results)
        && rowInputs.equals(body.rowInputs)
        && byRows == body.byRows;
  }

  @Override
  public int hashCode() {
    return Objects.hash(inputs, code, results, rowInputs, byRows);
  }

  @Override
  public String toString() {
    return toText();
  }

  /** {@return one line per instruction, as {@code v2:f32 = mul v0 v1}} */
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
