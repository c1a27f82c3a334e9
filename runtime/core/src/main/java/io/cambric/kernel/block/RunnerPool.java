package io.cambric.kernel.block;

import io.cambric.kernel.Operand;
import io.cambric.kernel.block.IterationSpace.Extent;
import java.util.List;

/**
 * Runners of a body over one space, without outputs. Closed runners are reused, because creating
 * one takes longer than a small loop. Thread-safe.
 */
public final class RunnerPool {

  /** The number of cached idle runners. More concurrent threads create runners of their own. */
  private static final int KEPT = 4;

  private final LoopProgram program;
  private final IterationSpace space;
  private final Extent extent;
  private final int capacity;
  private final IdlePool<BlockRunner> idle = new IdlePool<>(KEPT);

  /**
   * Creates a pool.
   *
   * @param extent the part of the space that contains all points of a block
   * @param capacity points of the longest block
   */
  public RunnerPool(LoopProgram program, IterationSpace space, Extent extent, int capacity) {
    this.program = program;
    this.space = space;
    this.extent = extent;
    this.capacity = capacity;
  }

  /** {@return an open runner on operands with the strides of the space} */
  BlockRunner open(BlockOps ops, List<Operand> inputs) {
    var waiting = idle.take(ops);
    var runner = waiting == null ? new BlockRunner(program, ops, space, extent, capacity) : waiting;
    runner.open(inputs, List.of());
    return runner;
  }

  /** Closes a runner of this pool. */
  void close(BlockRunner runner) {
    runner.close();
    idle.give(runner);
  }
}
