/**
 * The compiler from a jaxpr to a program: algebraic simplification, fusion, rematerialization,
 * buffer assignment and execution.
 *
 * <p>The package is to {@code jit} what XLA is to JAX. A jitted function is traced to a {@link
 * io.cambric.core.Jaxpr}; {@link io.cambric.compile.Compiler} makes a {@link
 * io.cambric.compile.run.Program} of it once, and runs the program at each call. {@code core} finds
 * the compiler by {@link java.util.ServiceLoader}, as {@link io.cambric.core.ProgramCompiler}.
 *
 * <p>This package holds the compiler itself, the order of its passes, and its listings. Each stage
 * is a package that uses only the packages before it:
 *
 * <ol>
 *   <li>{@link io.cambric.compile.jaxpr}: passes over jaxprs
 *   <li>{@link io.cambric.compile.fusion}: which equations share a loop
 *   <li>{@link io.cambric.compile.step}: steps, and passes over them
 *   <li>{@link io.cambric.compile.run}: programs, and their execution
 *   <li>{@link io.cambric.compile.memory}: the memory of steps, which makes a program of them
 * </ol>
 *
 * <h2>A program step by step</h2>
 *
 * <p>The example is a dense layer whose rows are shifted by their mean:
 *
 * {@snippet :
 * var layer =
 *     jit(
 *         (Array x, Array w, Array b) -> {
 *           var y = x.matmul(w).add(b).tanh();
 *           return y.sub(y.mean(-1).expandDims(-1));
 *         });
 * }
 *
 * <p>Its jaxpr, for {@code x} of shape (64, 128) and {@code w} of shape (128, 32), in outline:
 *
 * <pre>
 * a:f32[64,32] = dot_general x w
 * c:f32[64,32] = broadcast_in_dim b
 * d:f32[64,32] = add a c
 * e:f32[64,32] = tanh d
 * f:f32[64]    = reduce_sum e
 * g:f32[64]    = div f 32.0
 * h:f32[64,32] = broadcast_in_dim g
 * i:f32[64,32] = sub e h
 * </pre>
 *
 * <h3>Passes over jaxprs</h3>
 *
 * <p>{@code Pipeline} holds the order of all passes; each {@code Pass} is named after its class.
 * The first passes rewrite jaxprs to equal jaxprs:
 *
 * <ol>
 *   <li>{@code Inliner} inlines calls, and expands scans by the rules of {@code rewrite}.
 *   <li>{@code Simplifier} folds constants and drops identities such as {@code x * 1}.
 *   <li>{@code CommonSubexpressions} merges equal equations, and {@code DeadCode} drops equations
 *       without readers.
 *   <li>{@code OperationRewrites} applies the peephole rules of {@code rewrite}, found by
 *       primitive. Here {@code div f 32.0} becomes {@code mul f 0.03125}, which has the same bits.
 *       {@code CommonSubexpressions} and {@code DeadCode} run once more.
 *   <li>{@code SliceHoisting} moves slices above pointwise work.
 *   <li>{@code CollectiveCombiner} makes one collective of many small ones.
 *   <li>{@code CollectiveStarts} starts a collective where its last operand is made.
 * </ol>
 *
 * <h3>From equations to steps</h3>
 *
 * <p>Fusion has two phases, with a decision in between:
 *
 * <ol>
 *   <li>{@code Fuser} decides which equations share a loop, and in which order the loops run.
 *   <li>{@code Rematerialization} decides which values later loops load and which they recompute.
 *       It finds a minimum cut over the costs of {@code recompute}, and adds copies of equations to
 *       the groups.
 *   <li>{@code StepEmitter} makes the steps.
 * </ol>
 *
 * <p>The first two work on a {@code FusionPartition} of the {@code FusionGraph}. {@code
 * FusionConditions} decides whether an equation may join a group. The compiler knows no operation
 * by name: the {@link io.cambric.core.Lowering} of an operation decides how it is compiled.
 *
 * <ul>
 *   <li>A <em>view</em>, such as {@code broadcast_in_dim}, becomes a layout of strides and costs
 *       nothing.
 *   <li><em>Elementwise</em> equations of one shape join a {@code FusionGroup}, which becomes one
 *       loop.
 *   <li>A <em>reduction</em> absorbs the loop that computes its operand, if it is the only reader.
 *       If its result is broadcast over its rows again, it stays inside the loop ({@code
 *       RowReductions}).
 *   <li>A <em>concatenation</em> assigns slices of its result to the groups that compute the parts.
 *   <li>A <em>kernel</em>, such as {@code dot_general}, is one call.
 *   <li><em>Control flow</em> is one step over compiled bodies of its own ({@code ScanLoop}).
 * </ul>
 *
 * <p>The example now has two steps. The loop computes the activation, its row means and the
 * difference while a row is in the cache:
 *
 * <pre>
 * a = dot_general x w
 * i = loop [64, 32]: add, tanh, row_sum, mul, sub
 * </pre>
 *
 * <h3>Passes over steps</h3>
 *
 * <ol>
 *   <li>{@code ConstantLoops} runs loops over constants once, when the program is compiled.
 *   <li>{@code ResultCopies} copies results that are views.
 *   <li>{@code CopyElision} drops copies into a larger array.
 *   <li>{@code PieceLoops} divides loops that read concatenations and paddings, which are then not
 *       written.
 *   <li>{@code ShortRows} writes out rows of a few elements: a loop then runs over rows, not along
 *       them.
 *   <li>{@code BroadcastCopies} copies broadcast operands whose elements are not adjacent.
 *   <li>{@code ParallelSections} finds independent chains of steps. Each chain runs on one thread.
 *   <li>{@code HorizontalFusion} merges independent loops with equal bodies.
 *   <li>{@code Epilogues} and {@code Prologues} attach pointwise loops to the call that makes or
 *       reads their array. Without its row mean, the loop of the example would be an epilogue of
 *       {@code dot_general}. Bias and activation then run on each tile of the product.
 *   <li>{@code InPlaceUpdates} lets scatters and loops overwrite operands.
 *   <li>{@code MemoryPlanner} gives every place a slot: an argument, a result, or a buffer of
 *       {@code BufferAssignment}. The result is a program.
 * </ol>
 *
 * <p>{@code PassLog} times each pass, and {@code PassDump} writes its result.
 *
 * <h2>Execution</h2>
 *
 * <p>{@code Program.run} takes a {@code ProgramFrame}, which holds the buffers of one run and a
 * {@code StepRun} for each step. It binds arguments and results to their slots and calls the {@link
 * io.cambric.kernel.Kernels} in the order of its {@code Schedule}. Frames are reused, so a run
 * allocates its results and little else.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A program computes the same values as evaluation of its jaxpr. Both use the same kernels,
 *       and no pass reorders the terms of a sum unless the rule of an operation allows it.
 *   <li>An operation with effects runs once, in order. No pass drops, merges or moves it.
 *   <li>No pass moves an equation across an optimization barrier.
 *   <li>Jaxprs, steps and programs are immutable. The builders of one compilation and the frames of
 *       one run are mutable; each serves one thread at a time.
 *   <li>Elements of a result depend on shapes and values only, not on donated memory or threads.
 * </ul>
 *
 * <h2>Users</h2>
 *
 * <p>The packages use {@code core}, {@code recompute} and {@code kernel} only. No other package of
 * the runtime calls them except through {@link io.cambric.core.ProgramCompiler}. Users meet the
 * compiler in the listings of {@code explain()}, described in {@code docs/guides/performance.md}.
 */
@NullMarked
package io.cambric.compile;

import org.jspecify.annotations.NullMarked;
