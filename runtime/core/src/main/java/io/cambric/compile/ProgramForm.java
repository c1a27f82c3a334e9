package io.cambric.compile;

import io.cambric.compile.fusion.FusionPartition;
import io.cambric.compile.run.Program;
import io.cambric.compile.step.FusedProgram;
import io.cambric.compile.step.StepsText;
import io.cambric.core.Jaxpr;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * A form of a program in the compiler, with its text and its size for dumps, listings and
 * recordings.
 *
 * @param unit name of the parts that {@code size} counts
 * @param <P> the type of programs of this form
 */
record ProgramForm<P>(String unit, ToIntFunction<P> size, Function<P, String> text) {

  /** Equations, as traced or rewritten. */
  static final ProgramForm<Jaxpr> JAXPR =
      new ProgramForm<>("equations", jaxpr -> jaxpr.eqns().size(), Jaxpr::toText);

  /** Equations in fusion groups. */
  static final ProgramForm<FusionPartition> PARTITION =
      new ProgramForm<>("units", FusionPartition::size, FusionPartition::toText);

  /** Steps over values that have no memory yet. */
  static final ProgramForm<FusedProgram> STEPS =
      new ProgramForm<>("steps", FusedProgram::stepCount, StepsText::of);

  /** Steps over planned memory. */
  static final ProgramForm<Program> PROGRAM =
      new ProgramForm<>("steps", Program::stepCount, Program::toText);
}
