/**
 * Evaluation of loop bodies block by block: a run of points is brought together, each instruction
 * runs over all of it, and results are stored.
 *
 * <p>A {@link io.cambric.kernel.block.LoopProgram} is a body made ready, a {@link
 * io.cambric.kernel.block.LoopPlan} adds one iteration space, and a {@link
 * io.cambric.kernel.block.BlockRunner} evaluates it on one thread. Faster kernel sets supply {@link
 * io.cambric.kernel.block.BlockOps} and {@link io.cambric.kernel.block.BlockCode}.
 */
@NullMarked
package io.cambric.kernel.block;

import org.jspecify.annotations.NullMarked;
