package io.cambric.spark;

import java.util.function.UnaryOperator;
import org.apache.spark.BarrierTaskContext;

/**
 * Brings the text of rank 0 to all tasks of a barrier stage, which Spark starts at once.
 *
 * <p>If one task fails because its rows were lost with another executor, Spark lets the others wait
 * without end, and keeps their cores. So they wait for a limited time.
 *
 * @param task of this process
 */
record StageBroadcast(BarrierTaskContext task) implements UnaryOperator<String> {

  private static final int SECONDS = 30;

  @Override
  public String apply(String text) {
    // Reading the rows may keep all virtual threads busy.
    var guard =
        Thread.ofPlatform()
            .daemon()
            .name("cambric-stage-guard")
            .start(() -> {
              try {
                Thread.sleep(SECONDS * 1000L);
                // An interrupt of the thread does not end the wait; an interrupt of the task does.
                task.markInterrupted(
                    "waited %d s for all %d tasks of the stage, but not all arrived; look for a failed task"
                        .formatted(SECONDS, task.numPartitions()));
              } catch (InterruptedException e) {
                // All have arrived in time.
              }
            });
    try {
      return task.allGather(text)[0];
    } finally {
      guard.interrupt();
    }
  }
}
