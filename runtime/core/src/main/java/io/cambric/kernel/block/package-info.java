/**
 * Evaluation of loop bodies block by block: a block of points is loaded, each instruction runs over
 * the whole block, and the results are stored.
 *
 * <p>A {@link io.cambric.kernel.block.LoopProgram} is the executable form of a body. A {@link
 * io.cambric.kernel.block.LoopPlan} adds one iteration space, and a {@link
 * io.cambric.kernel.block.BlockRunner} evaluates it on one thread. Faster kernel sets supply {@link
 * io.cambric.kernel.block.BlockOps} and {@link io.cambric.kernel.block.BlockCode}.
 */
@NullMarked
package io.cambric.kernel.block;

import org.jspecify.annotations.NullMarked;
