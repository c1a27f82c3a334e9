package io.cambric.kernel.block;

import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.RangeTask;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parallel task over a loop body, in which each thread has one runner. */
public final class RunnerTask implements RangeTask {

  /** The work of a thread with its runner. */
  @FunctionalInterface
  public interface Body {
    void run(BlockRunner runner, int from, int to);
  }

  private final RunnerPool pool;
  private final BlockOps ops;
  private final List<Operand> inputs;
  private final Body body;
  private @Nullable BlockRunner runner;

  /**
   * Creates a task.
   *
   * @param inputs operands with the strides of the space of the pool
   */
  public RunnerTask(RunnerPool pool, BlockOps ops, List<Operand> inputs, Body body) {
    this.pool = pool;
    this.ops = ops;
    this.inputs = inputs;
    this.body = body;
  }

  @Override
  public RangeTask open() {
    return new RunnerTask(pool, ops, inputs, body);
  }

  @Override
  public void run(int from, int to) {
    var mine = runner == null ? pool.open(ops, inputs) : runner;
    runner = mine;
    body.run(mine, from, to);
  }

  @Override
  public void close() {
    if (runner != null) {
      pool.close(runner);
      runner = null;
    }
  }
}
