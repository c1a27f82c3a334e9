package io.cambric.compile;

import io.cambric.compile.run.Program;
import io.cambric.core.HeapRoom;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.ProgramCompiler;
import io.cambric.core.RunArguments;
import io.cambric.profiler.event.CompileEvent;
import io.cambric.profiler.event.ResultMemoryEvent;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The compiler from jaxprs to programs, by the passes of {@link Pipeline}.
 *
 * <p>Each jaxpr is compiled once. The program is cached in its jaxpr and is collected together with
 * it.
 */
public final class Compiler implements ProgramCompiler {

  private static final System.Logger LOG = System.getLogger("io.cambric.compile");

  /** Among the values derived from a jaxpr, the cache key of its program. */
  private enum Key {
    PROGRAM
  }

  /** The cache key of the program that may overwrite the donated operands. */
  private record WithDonations(List<Boolean> donated) {}

  /** The dump of all programs, if the system property names a folder. */
  private static final @Nullable PassDump DUMP = PassDump.ofProperty();

  /** A program with the passes that made it. */
  private record Compiled(Program program, PassLog log) {}

  static {
    ResultMemoryEvent.register();
  }

  /** Makes the compiler; called by {@link java.util.ServiceLoader}. */
  public Compiler() {}

  @Override
  public void prepare(Jaxpr jaxpr) {
    program(jaxpr);
  }

  @Override
  public List<NdArray> run(Jaxpr jaxpr, RunArguments arguments) {
    return jaxpr.nested(() -> program(jaxpr, arguments.donated()).run(arguments));
  }

  @Override
  public Listing list(Jaxpr jaxpr, List<Boolean> donated) {
    return jaxpr.nested(() -> {
      var compiled = compiled(jaxpr, donated);
      var program = compiled.program;
      return new Listing(
          program.toText(),
          Explanation.of(program),
          compiled.log.toText(),
          program.temporaryBytes(),
          Explanation.bytesAccessed(program));
    });
  }

  /** {@return the program of a jaxpr} */
  public static Program program(Jaxpr jaxpr) {
    return compiled(jaxpr).program;
  }

  private static Program program(Jaxpr jaxpr, List<Boolean> donated) {
    return compiled(jaxpr, donated).program;
  }

  private static Compiled compiled(Jaxpr jaxpr) {
    return jaxpr.derive(
        Key.PROGRAM, source -> compile(source, Collections.nCopies(source.inputs().size(), false)));
  }

  private static Compiled compiled(Jaxpr jaxpr, List<Boolean> donated) {
    return donated.contains(true)
        ? jaxpr.derive(new WithDonations(donated), source -> compile(source, donated))
        : compiled(jaxpr);
  }

  private static Compiled compile(Jaxpr jaxpr, List<Boolean> donated) {
    long start = System.nanoTime();
    var event = CompileEvent.begun();
    var log = DUMP == null ? PassLog.silent() : PassLog.dumping(DUMP);
    var program = planned(jaxpr, donated, log);
    event.finish(jaxpr.eqns().size(), program.stepCount(), program.temporaryBytes());
    LOG.log(
        Level.DEBUG,
        () ->
            "compiled %d equations to %d steps in %.1f ms"
                .formatted(
                    jaxpr.eqns().size(), program.stepCount(), (System.nanoTime() - start) / 1e6));
    return new Compiled(program, log);
  }

  private static Program planned(Jaxpr jaxpr, List<Boolean> donated, PassLog log) {
    try {
      return Pipeline.run(jaxpr, donated, Compiler::program, log);
    } catch (OutOfMemoryError e) {
      var avals = jaxpr.outputAvals();
      throw HeapRoom.exhausted(
          "The compilation of a program",
          HeapRoom.bytes(avals),
          " for its result " + HeapRoom.text(avals),
          e);
    }
  }

  /** {@return the jaxpr after the passes over jaxprs} */
  public static Jaxpr optimise(Jaxpr jaxpr) {
    return Pipeline.optimise(jaxpr, PassLog.silent());
  }
}
