package io.cambric.compile;

import io.cambric.core.DeadCode;
import io.cambric.core.Eqn;
import io.cambric.core.Inliner;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.ProgramCompiler;
import io.cambric.kernel.KeptPanels;
import io.cambric.profiler.event.CompileEvent;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The compiler from jaxprs to programs: inlining, constant folding, common subexpression
 * elimination, operation rewrites, fusion and buffer assignment.
 *
 * <p>Each jaxpr is compiled once. The program is cached in its jaxpr and is collected together with
 * it.
 */
public final class Compiler implements ProgramCompiler {

  private static final System.Logger LOG = System.getLogger("io.cambric.compile");

  /** The cache key of the compiled program among the values derived from a jaxpr. */
  private enum Key {
    PROGRAM
  }

  /** The cache key of the program that may overwrite the donated operands. */
  private record WithDonations(List<Boolean> donated) {}

  /** Makes the compiler; called by {@link java.util.ServiceLoader}. */
  public Compiler() {}

  @Override
  public void prepare(Jaxpr jaxpr) {
    program(jaxpr);
  }

  @Override
  public List<NdArray> run(Jaxpr jaxpr, List<NdArray> operands) {
    return jaxpr.nested(() -> program(jaxpr).run(operands));
  }

  @Override
  public List<NdArray> run(Jaxpr jaxpr, List<NdArray> operands, List<Boolean> donated) {
    return jaxpr.nested(() -> program(jaxpr, donated).run(operands, donated));
  }

  @Override
  public List<NdArray> run(
      Jaxpr jaxpr, List<NdArray> operands, List<Boolean> donated, KeptPanels kept) {
    return jaxpr.nested(() -> program(jaxpr, donated).run(operands, donated, kept));
  }

  @Override
  public Listing list(Jaxpr jaxpr, List<Boolean> donated) {
    return jaxpr.nested(() -> {
      var program = program(jaxpr, donated);
      return new Listing(
          program.toText(),
          Explanation.of(program),
          program.temporaryBytes(),
          Explanation.bytesAccessed(program));
    });
  }

  /** {@return the program of a jaxpr} */
  public static Program program(Jaxpr jaxpr) {
    return jaxpr.derive(
        Key.PROGRAM, source -> compile(source, Collections.nCopies(source.inputs().size(), false)));
  }

  private static Program program(Jaxpr jaxpr, List<Boolean> donated) {
    return donated.contains(true)
        ? jaxpr.derive(new WithDonations(donated), source -> compile(source, donated))
        : program(jaxpr);
  }

  /**
   * {@return the program of the body of a loop, which may overwrite its carries}
   *
   * @param first number of the first carry among the inputs
   * @param carries number of carries
   */
  static Program loopBody(Jaxpr body, int first, int carries) {
    var donated = new ArrayList<>(Collections.nCopies(body.inputs().size(), false));
    Collections.fill(donated.subList(first, first + carries), true);
    return program(body, donated);
  }

  private static Program compile(Jaxpr jaxpr, List<Boolean> donated) {
    long start = System.nanoTime();
    var event = CompileEvent.begun();
    var optimised = optimise(jaxpr);
    var program =
        MemoryPlanner.plan(
            Rematerialization.fuse(optimised, donated), jaxpr.outputAvals(), donated);
    event.finish(jaxpr.eqns().size(), program.stepCount(), program.temporaryBytes());
    LOG.log(
        Level.DEBUG,
        () ->
            "compiled %d equations to %d steps in %.1f ms"
                .formatted(
                    jaxpr.eqns().size(), program.stepCount(), (System.nanoTime() - start) / 1e6));
    return program;
  }

  private static @Nullable Jaxpr callee(Eqn eqn) {
    var called = Inliner.callee(eqn);
    return called == null ? eqn.primitive().expand(eqn.inputAvals()) : called;
  }

  /**
   * {@return an equal program with calls inlined, constants folded, duplicates merged, operations
   * rewritten and dead code dropped}
   */
  public static Jaxpr optimise(Jaxpr jaxpr) {
    var inlined = Inliner.inline(jaxpr, Compiler::callee);
    var merged = merged(Simplifier.simplify(inlined));
    var replaced = OperationRewrites.apply(merged);
    return SliceHoisting.cut(replaced == merged ? merged : merged(replaced));
  }

  private static Jaxpr merged(Jaxpr jaxpr) {
    return DeadCode.drop(CommonSubexpressions.merge(jaxpr));
  }
}
