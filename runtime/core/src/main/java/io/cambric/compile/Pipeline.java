package io.cambric.compile;

import io.cambric.compile.fusion.Fuser;
import io.cambric.compile.fusion.FusionPartition;
import io.cambric.compile.fusion.Rematerialization;
import io.cambric.compile.jaxpr.CollectiveCombiner;
import io.cambric.compile.jaxpr.CollectiveStarts;
import io.cambric.compile.jaxpr.CommonSubexpressions;
import io.cambric.compile.jaxpr.OperationRewrites;
import io.cambric.compile.jaxpr.RewriteRegistry;
import io.cambric.compile.jaxpr.Simplifier;
import io.cambric.compile.jaxpr.SliceHoisting;
import io.cambric.compile.memory.MemoryPlanner;
import io.cambric.compile.run.BodyCompiler;
import io.cambric.compile.run.Program;
import io.cambric.compile.step.BroadcastCopies;
import io.cambric.compile.step.ConstantLoops;
import io.cambric.compile.step.CopyElision;
import io.cambric.compile.step.Epilogues;
import io.cambric.compile.step.FusedProgram;
import io.cambric.compile.step.HorizontalFusion;
import io.cambric.compile.step.InPlaceUpdates;
import io.cambric.compile.step.ParallelSections;
import io.cambric.compile.step.PieceLoops;
import io.cambric.compile.step.Prologues;
import io.cambric.compile.step.ResultCopies;
import io.cambric.compile.step.ShortRows;
import io.cambric.compile.step.StepEmitter;
import io.cambric.core.DeadCode;
import io.cambric.core.Eqn;
import io.cambric.core.Inliner;
import io.cambric.core.Jaxpr;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The compiler pipeline: passes over jaxprs, fusion, passes over the partition of fusion, passes
 * over steps, and memory planning. This class alone holds their order.
 */
final class Pipeline {

  /** The passes over jaxprs, in order. */
  static final List<Pass<Jaxpr>> JAXPR =
      List.of(
          Pass.of(Inliner.class, jaxpr -> Inliner.inline(jaxpr, Pipeline::callee)),
          Pass.of(Simplifier.class, Simplifier::simplify),
          Pass.of(CommonSubexpressions.class, CommonSubexpressions::merge),
          Pass.of(DeadCode.class, DeadCode::drop),
          Pass.of(OperationRewrites.class, OperationRewrites::apply),
          // Equal operations are rewritten to equal ones, and rewrites leave operands without
          // readers.
          Pass.of(CommonSubexpressions.class, CommonSubexpressions::merge),
          Pass.of(DeadCode.class, DeadCode::drop),
          Pass.of(SliceHoisting.class, SliceHoisting::cut),
          Pass.of(CollectiveCombiner.class, CollectiveCombiner::combine),
          Pass.of(CollectiveStarts.class, CollectiveStarts::hoist));

  /** The passes over fusion partitions, in order. */
  static final List<Pass<FusionPartition>> PARTITION =
      List.of(Pass.of(Rematerialization.class, Rematerialization::recompute));

  /** The passes over steps, in order. */
  static final List<Pass<FusedProgram>> STEPS =
      List.of(
          Pass.of(ConstantLoops.class, ConstantLoops::fold),
          Pass.of(ResultCopies.class, ResultCopies::add),
          Pass.of(CopyElision.class, CopyElision::elide),
          Pass.of(PieceLoops.class, PieceLoops::split),
          Pass.of(ShortRows.class, ShortRows::unroll),
          Pass.of(BroadcastCopies.class, BroadcastCopies::add),
          Pass.of(ParallelSections.class, ParallelSections::split),
          Pass.of(HorizontalFusion.class, HorizontalFusion::fuse),
          Pass.of(Epilogues.class, Epilogues::merge),
          Pass.of(Prologues.class, Prologues::merge),
          Pass.of(InPlaceUpdates.class, InPlaceUpdates::place));

  private static final String FUSION = Fuser.class.getSimpleName();
  private static final String EMISSION = StepEmitter.class.getSimpleName();
  private static final String MEMORY = MemoryPlanner.class.getSimpleName();

  private Pipeline() {}

  /** {@return the names of all passes in order, with fusion and memory planning} */
  static List<String> names() {
    return Stream.of(
            JAXPR.stream().map(Pass::name),
            Stream.of(FUSION),
            PARTITION.stream().map(Pass::name),
            Stream.of(EMISSION),
            STEPS.stream().map(Pass::name),
            Stream.of(MEMORY))
        .flatMap(names -> names)
        .toList();
  }

  /**
   * {@return the program of a jaxpr}
   *
   * @param donated whether each input may be overwritten after its last use
   * @param bodies compiles the bodies of loops and branches
   */
  static Program run(Jaxpr jaxpr, List<Boolean> donated, BodyCompiler bodies, PassLog log) {
    var optimised = optimise(jaxpr, log);
    var groups = log.run(FUSION, ProgramForm.PARTITION, () -> Fuser.partition(optimised, donated));
    var partition = each(PARTITION, ProgramForm.PARTITION, groups, log);
    var fused = log.run(EMISSION, ProgramForm.STEPS, () -> StepEmitter.emit(partition));
    var steps = each(STEPS, ProgramForm.STEPS, fused, log);
    return log.run(
        MEMORY, ProgramForm.PROGRAM, () -> MemoryPlanner.plan(steps, jaxpr.outputAvals(), bodies));
  }

  /** {@return the jaxpr after the passes over jaxprs} */
  static Jaxpr optimise(Jaxpr jaxpr, PassLog log) {
    return each(JAXPR, ProgramForm.JAXPR, log.start(ProgramForm.JAXPR, jaxpr), log);
  }

  private static <P> P each(List<Pass<P>> passes, ProgramForm<P> form, P program, PassLog log) {
    var rewritten = program;
    for (var pass : passes) {
      var before = rewritten;
      rewritten = log.run(pass.name(), form, () -> pass.rewrite().apply(before));
    }
    return rewritten;
  }

  private static @Nullable Jaxpr callee(Eqn eqn) {
    var called = Inliner.callee(eqn);
    return called == null ? RewriteRegistry.all().expansion(eqn) : called;
  }
}
