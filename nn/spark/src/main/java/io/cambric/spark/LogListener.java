package io.cambric.spark;

import io.cambric.nn.writer.MetricWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorMetricsUpdate;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Writes what rank 0 logs to the writers of the driver, each record once: a training that was
 * resumed logs the same numbers again.
 */
final class LogListener extends SparkListener {

  private final long accumulator;
  private final List<MetricWriter> writers;
  private final List<Consumer<TrainingProgress>> hooks;
  private final Set<Written> written = new HashSet<>();
  private @Nullable TrainingProgress shown;
  private @Nullable RuntimeException failure;

  /** A record that was written, without its numbers. */
  private record Written(long step, Set<String> names) {}

  LogListener(
      long accumulator, List<MetricWriter> writers, List<Consumer<TrainingProgress>> hooks) {
    this.accumulator = accumulator;
    this.writers = writers;
    this.hooks = hooks;
  }

  @Override
  public void onExecutorMetricsUpdate(SparkListenerExecutorMetricsUpdate event) {
    for (var task : CollectionConverters.asJava(event.accumUpdates())) {
      for (var info : CollectionConverters.asJava(task._4())) {
        if (info.id() == accumulator
            && info.update().isDefined()
            && info.update().get() instanceof TrainingLog log) {
          tryDeliver(log);
        }
      }
    }
  }

  /** Spark hides exceptions of a listener, so they are kept until the end of the training. */
  private synchronized void tryDeliver(TrainingLog log) {
    if (failure == null) {
      try {
        deliver(log);
      } catch (RuntimeException e) {
        failure = e;
      }
    }
  }

  /**
   * Writes the numbers that are not written yet.
   *
   * @throws RuntimeException the failure of a writer or a hook, also an earlier one
   */
  synchronized void deliver(TrainingLog log) {
    if (failure != null) {
      throw failure;
    }
    for (var record : log.records()) {
      if (written.add(new Written(record.step(), Set.copyOf(record.values().keySet())))) {
        writers.forEach(writer -> writer.writeScalars(record.step(), record.values()));
      }
    }
    writers.forEach(MetricWriter::flush);
    var progress = log.progress();
    if (progress != null && !progress.equals(shown)) {
      shown = progress;
      hooks.forEach(hook -> hook.accept(progress));
    }
  }
}
