package io.cambric.core;

import java.util.List;
import java.util.ServiceLoader;

/**
 * The service behind {@code jit}: the compiler of jaxprs. {@code io.cambric.compile}, which lies
 * above this package, provides it.
 */
public interface ProgramCompiler {

  /** Compiles a jaxpr before its first run; a no-op if runs do not compile. */
  default void prepare(Jaxpr jaxpr) {}

  /**
   * {@return the results of a jaxpr, compiled at its first run and kept with it}
   *
   * <p>Each result is a separate array, which the caller may delete, even if the result is an
   * unchanged argument.
   */
  List<NdArray> run(Jaxpr jaxpr, RunArguments arguments);

  /**
   * {@return the compiled form of a jaxpr, or the jaxpr if it is not compiled}
   *
   * @param donated for each operand whether the caller donates it
   */
  default Listing list(Jaxpr jaxpr, List<Boolean> donated) {
    return new Listing(jaxpr.toText(), jaxpr.toText(), "", 0, 0);
  }

  /**
   * A compiled program in readable form.
   *
   * @param text the kernel calls in order
   * @param table the kernel calls with their reads, writes and operations
   * @param passes the passes of the compiler, with the size of their results and their times
   * @param temporaryBytes that one run takes beyond arguments and results
   * @param bytesAccessed that the kernels of one run read and write
   */
  record Listing(
      String text, String table, String passes, long temporaryBytes, long bytesAccessed) {}

  /** {@return the compiler} */
  static ProgramCompiler get() {
    return Holder.INSTANCE;
  }

  /** Finds the compiler once. */
  final class Holder {

    private static final ProgramCompiler INSTANCE =
        ServiceLoader.load(ProgramCompiler.class, ProgramCompiler.class.getClassLoader())
            .findFirst()
            .orElseThrow(() ->
                new IllegalStateException(
                    "No program compiler was found: the runtime jar is incomplete."));

    private Holder() {}
  }
}
