package io.cambric.kernel.block;

import io.cambric.kernel.Operand;
import io.cambric.kernel.block.IterationSpace.Extent;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Runners of a body over one space, without outputs. A closed runner is used again, since making
 * one takes longer than a small loop. Thread-safe.
 */
public final class RunnerPool {

  /** Idle runners that are kept. More concurrent threads create runners of their own. */
  private static final int KEPT = 4;

  private final LoopProgram program;
  private final IterationSpace space;
  private final Extent extent;
  private final int capacity;
  private final AtomicReferenceArray<@Nullable BlockRunner> idle = new AtomicReferenceArray<>(KEPT);

  /**
   * Creates a pool.
   *
   * @param extent what every block lies within
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
    var runner = idle(ops);
    runner.open(inputs, List.of());
    return runner;
  }

  private BlockRunner idle(BlockOps ops) {
    for (int i = 0; i < KEPT; i++) {
      // A plain read comes first, since most places are empty.
      if (idle.getPlain(i) != null) {
        var taken = idle.getAndSet(i, null);
        if (taken != null && taken.runs(ops)) {
          return taken;
        }
      }
    }
    return new BlockRunner(program, ops, space, extent, capacity);
  }

  /** Closes a runner of this pool. */
  void close(BlockRunner runner) {
    runner.close();
    for (int i = 0; i < KEPT; i++) {
      if (idle.getPlain(i) == null && idle.compareAndSet(i, null, runner)) {
        return;
      }
    }
  }
}
