package io.cambric.spark;

import io.cambric.errors.ProcessGroupException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.apache.spark.BarrierTaskContext;

/**
 * Brings the text of rank 0 to all tasks of a barrier stage, which Spark starts at once.
 *
 * <p>Where one task has failed since its rows were lost with another executor, Spark lets the
 * others wait for it without an end, and keeps their cores. So they wait for a time.
 *
 * @param task of this process
 */
record StageBroadcast(BarrierTaskContext task) implements UnaryOperator<String> {

  private static final int SECONDS = 30;

  @Override
  public String apply(String text) {
    var isLate = new AtomicBoolean();
    var waiting = Thread.currentThread();
    var guard =
        Thread.startVirtualThread(() -> {
          try {
            Thread.sleep(SECONDS * 1000L);
            isLate.set(true);
            waiting.interrupt();
          } catch (InterruptedException e) {
            // All have come in time.
          }
        });
    try {
      return task.allGather(text)[0];
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      // Scala declares no exceptions: this is an interruption.
      throw new ProcessGroupException(
          isLate.get()
              ? "Process %d waited %d s for all %d tasks of its stage, but not all came. Look for a task that failed; Spark starts the stage again."
                  .formatted(task.partitionId(), SECONDS, task.numPartitions())
              : "Process %d was interrupted while it waited for the others. Start all again."
                  .formatted(task.partitionId()),
          e);
    } finally {
      guard.interrupt();
    }
  }
}
