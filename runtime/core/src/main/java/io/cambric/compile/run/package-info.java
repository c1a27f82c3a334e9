/**
 * Compiled programs and their execution.
 *
 * <p>A {@code Program} is a list of steps that are bound to slots. {@code Program.run} takes a
 * {@code ProgramFrame} and calls the {@link io.cambric.kernel.Kernels} in the order of its {@code
 * Schedule}. A frame holds the buffers of one run and a {@code StepRun} for each step:
 *
 * {@snippet :
 * List<NdArray> results = program.run(RunArguments.of(List.of(x, w, b)));
 * }
 *
 * <p>{@code StraightSteps} are consecutive small steps. A frame that has run often replaces their
 * calls by straight code.
 *
 * <p>{@code ControlFlowSteps} runs loops and branches over programs of their own, which {@code
 * BodyCompiler} compiles at their first run. A frame serves one thread at a time; a program is
 * immutable and serves any number of threads.
 *
 * <p>The package uses {@code compile.step}, {@code core} and {@code kernel}.
 */
@NullMarked
package io.cambric.compile.run;

import org.jspecify.annotations.NullMarked;
