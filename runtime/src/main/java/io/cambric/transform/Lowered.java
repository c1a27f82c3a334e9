package io.cambric.transform;

import io.cambric.core.Jaxpr;
import io.cambric.core.ProgramCompiler;
import io.cambric.core.ShapedArray;
import java.util.List;

/**
 * A jitted function at arguments, to be read.
 *
 * @param jaxpr as it was traced; captured arrays are leading inputs
 */
public record Lowered(Jaxpr jaxpr) {

  /** {@return the kernel calls of the compiled program, in order} */
  public String programText() {
    return ProgramCompiler.get().list(jaxpr).text();
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
    return ProgramCompiler.get().list(jaxpr).temporaryBytes();
  }

  private static long bytes(List<ShapedArray> avals) {
    return avals.stream()
        .mapToLong(aval -> (long) aval.shape().size() * aval.dtype().bytes())
        .sum();
  }
}
