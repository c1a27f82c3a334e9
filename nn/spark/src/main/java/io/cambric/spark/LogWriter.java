package io.cambric.spark;

import io.cambric.nn.writer.MetricWriter;
import java.util.Map;

/**
 * Writes numbers into the log that goes to the driver.
 *
 * @param log of rank 0
 */
record LogWriter(LogAccumulator log) implements MetricWriter {

  @Override
  public void writeScalars(long step, Map<String, Double> values) {
    log.add(ScalarRecord.of(step, values));
  }

  @Override
  public void close() {
    // The log goes to the driver with the next heartbeat, or with the end of the task.
  }
}
