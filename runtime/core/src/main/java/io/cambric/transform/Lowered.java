package io.cambric.transform;

import io.cambric.core.Jaxpr;
import io.cambric.core.ProgramCompiler;
import io.cambric.core.ShapedArray;
import java.util.List;

/**
 * A jitted function at arguments, to be read.
 *
 * @param jaxpr as it was traced; captured arrays are leading inputs
 * @param donated for each input whether the function may use its memory
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
   * <p>A line a step, with the operations fused in it, its results, the bytes it reads and writes,
   * and its operations as {@link io.cambric.core.Costs} counts them. A result {@code in place}
   * overwrites an operand, a {@code donated} one an argument. Bodies of loops and branches follow,
   * indented, as one iteration. The line of a scan counts all iterations, that of a {@code while}
   * one. The last line sums up.
   */
  public String explain() {
    return ProgramCompiler.get().list(jaxpr, donated).table();
  }

  /**
   * {@return the passes of the compiler as a table}
   *
   * <p>A line a pass, in order, with the number of equations or steps after it and the milliseconds
   * it took when the function was compiled. Bodies of loops have passes of their own, which are not
   * listed. {@code -Dcambric.compile.dump=DIR} writes the program after each pass.
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

  /** {@return the bytes that a run takes beyond arguments and results} */
  public long temporaryBytes() {
    return ProgramCompiler.get().list(jaxpr, donated).temporaryBytes();
  }

  /**
   * {@return the bytes that the kernels of a run read and write}
   *
   * <p>They are the sums of the columns of {@link #explain}. Elements that a kernel finds in a
   * cache, because a kernel just wrote them there, count as well.
   */
  public long bytesAccessed() {
    return ProgramCompiler.get().list(jaxpr, donated).bytesAccessed();
  }

  private static long bytes(List<ShapedArray> avals) {
    return avals.stream().mapToLong(ShapedArray::bytes).sum();
  }
}
