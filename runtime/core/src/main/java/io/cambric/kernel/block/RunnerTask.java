package io.cambric.kernel.block;

import io.cambric.kernel.thread.RangeTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A parallel task over a loop body, for which each thread creates one runner. */
public final class RunnerTask implements RangeTask {

  /** The work of a thread with its runner. */
  @FunctionalInterface
  public interface Body {
    void run(BlockRunner runner, int from, int to);
  }

  private final Supplier<BlockRunner> runners;
  private final Body body;
  private @Nullable BlockRunner runner;

  public RunnerTask(Supplier<BlockRunner> runners, Body body) {
    this.runners = runners;
    this.body = body;
  }

  @Override
  public RangeTask open() {
    return new RunnerTask(runners, body);
  }

  @Override
  public void run(int from, int to) {
    var mine = runner == null ? runners.get() : runner;
    runner = mine;
    body.run(mine, from, to);
  }

  @Override
  public void close() {
    if (runner != null) {
      runner.close();
    }
  }
}
