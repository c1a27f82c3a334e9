package io.cambric.transform;

import io.cambric.core.Jaxpr;
import io.cambric.core.ProgramCompiler;
import io.cambric.core.ShapedArray;
import java.util.List;

/**
 * A jitted function for given arguments, for inspection.
 *
 * @param jaxpr the traced program; captured arrays are leading inputs
 * @param donated for each input, whether the function may reuse its memory
 */
public record Lowered(Jaxpr jaxpr, List<Boolean> donated) {

  /** Copies the list. */
  public Lowered {
    donated = List.copyOf(donated);
  }

  /** {@return the kernel calls of the compiled program, in order} */
  public String programText() {
    return ProgramCompiler.get().list(jaxpr, donated).text();
  }

  /**
   * {@return the compiled program as a table}
   *
   * <p>Each line shows a step: its fused operations, its results, the bytes it reads and writes,
   * and its operations, counted by {@link io.cambric.core.Costs}. A result {@code in place}
   * overwrites an operand, and a {@code donated} result overwrites an argument. Bodies of loops and
   * branches follow, indented, as one iteration. The line of a scan counts all iterations; the line
   * of a {@code while} counts one. The last line has the sums.
   */
  public String explain() {
    return ProgramCompiler.get().list(jaxpr, donated).table();
  }

  /**
   * {@return the passes of the compiler as a table}
   *
   * <p>Each line shows a pass, in order, with the number of equations or steps after it and its
   * duration in milliseconds. The passes over bodies of loops are not listed. {@code
   * -Dcambric.compile.dump=DIR} writes the program after each pass.
   */
  public String passes() {
    return ProgramCompiler.get().list(jaxpr, donated).passes();
  }

  /** {@return the bytes that arguments and captured arrays take} */
  public long argumentBytes() {
    return bytes(jaxpr.inputAvals());
  }

  /** {@return the bytes that the results take} */
  public long resultBytes() {
    return bytes(jaxpr.outputAvals());
  }

  /**
   * {@return the bytes that a run takes beyond arguments and results}
   *
   * <p>The memory of one step inside a loop is not counted.
   */
  public long temporaryBytes() {
    return ProgramCompiler.get().list(jaxpr, donated).temporaryBytes();
  }

  /**
   * {@return the bytes that the kernels of a run read and write}
   *
   * <p>The bytes are the sums of the columns of {@link #explain}. Elements in a cache, where a
   * previous kernel wrote them, count as well.
   */
  public long bytesAccessed() {
    return ProgramCompiler.get().list(jaxpr, donated).bytesAccessed();
  }

  private static long bytes(List<ShapedArray> avals) {
    return avals.stream().mapToLong(ShapedArray::bytes).sum();
  }
}
