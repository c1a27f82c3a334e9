package io.cambric.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.util.AccumulatorV2;
import org.jspecify.annotations.Nullable;

/**
 * The log of rank 0, which Spark brings to the driver with the heartbeats of the executor, and at
 * the end of the task. Threads may share it.
 */
final class LogAccumulator extends AccumulatorV2<ScalarRecord, TrainingLog> {

  private static final long serialVersionUID = 1L;

  /** The most records that a heartbeat carries; older ones have been in another one. */
  private static final int LIMIT = 1000;

  private @Nullable TrainingProgress progress;
  private final ArrayList<ScalarRecord> records = new ArrayList<>();

  @Override
  public synchronized boolean isZero() {
    return progress == null && records.isEmpty();
  }

  @Override
  public synchronized LogAccumulator copy() {
    var copy = new LogAccumulator();
    copy.progress = progress;
    copy.records.addAll(records);
    return copy;
  }

  @Override
  public synchronized void reset() {
    progress = null;
    records.clear();
  }

  @Override
  public synchronized void add(ScalarRecord record) {
    if (records.size() == LIMIT) {
      records.removeFirst();
    }
    records.add(record);
  }

  synchronized void setProgress(TrainingProgress next) {
    progress = next;
  }

  @Override
  public void merge(AccumulatorV2<ScalarRecord, TrainingLog> other) {
    var log = other.value();
    log.records().forEach(this::add);
    if (log.progress() != null) {
      setProgress(log.progress());
    }
  }

  @Override
  public synchronized TrainingLog value() {
    return new TrainingLog(progress, List.copyOf(records));
  }
}
