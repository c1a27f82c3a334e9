package io.cambric.nn.writer;

import io.cambric.errors.DataException;
import io.cambric.file.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * A writer of scalars to a CSV file: a row for each step, a column for each name. Mutable, for one
 * thread.
 *
 * <p>A new name gets a column after the others, which is empty in earlier rows. Numbers of one step
 * share a row, even from different calls. A row goes to the file when the next step begins, or at a
 * flush.
 *
 * <p>An existing file is continued. A resumed training repeats the steps that a killed training
 * wrote after its last checkpoint. So the first call removes the rows of its step and of later
 * ones.
 *
 * {@snippet :
 * try (var writer = CsvWriter.of(Path.of("run/metrics.csv"))) {
 *   writer.writeScalars(0, Map.of("loss", 2.3));     // step,loss
 * }                                             // 0,2.3
 * }
 */
public final class CsvWriter implements MetricWriter {

  private final Path file;
  private final Set<String> columns = new LinkedHashSet<>();
  private final Map<String, Double> row = new LinkedHashMap<>();
  private boolean begun;
  private boolean closed;

  /** Whether the row has numbers that are not in the file. */
  private boolean changed;

  /** The step of the current row, which is or becomes the last row of the file. */
  private long step = Long.MIN_VALUE;

  /** The position of the row in the file. */
  private long rowStart;

  private CsvWriter(Path file) {
    this.file = file;
  }

  /**
   * {@return a writer to a file, whose folder is created if it is missing}
   *
   * @throws DataException if the file exists and is not a table of metrics
   */
  public static CsvWriter of(Path file) {
    if (Files.exists(file)) {
      CsvMetrics.read(file);
    }
    return new CsvWriter(file);
  }

  /**
   * Passes the scalars of a file to another writer, by step. In this way the report of a resumed
   * training gets its earlier numbers.
   *
   * @throws DataException if the file is missing or is not a table of metrics
   */
  public static void replay(Path file, MetricWriter writer) {
    CsvMetrics.read(file).replay(Long.MAX_VALUE, writer);
  }

  /**
   * Passes the scalars of a file to another writer, as {@link #replay(Path, MetricWriter)}, up to a
   * step.
   *
   * @param end the first step to leave out, such as the first step of a resumed training
   * @throws DataException if the file is missing or is not a table of metrics
   */
  public static void replay(Path file, long end, MetricWriter writer) {
    CsvMetrics.read(file).replay(end, writer);
  }

  /**
   * Writes numbers of a step.
   *
   * @throws DataException if the file cannot be written, or a name is {@code step}
   */
  @Override
  public void writeScalars(long step, Map<String, Double> values) {
    if (closed) {
      return;
    }
    if (values.containsKey(CsvMetrics.STEP)) {
      throw new DataException(
          "%s, step %d: a CSV file of metrics cannot have a metric \"step\", because its first column has that name. Rename the metric."
              .formatted(file, step));
    }
    try {
      if (!begun) {
        begin(step);
      }
      if (step != this.step) {
        writeRow();
      }
      if (step < this.step) {
        rewrite(step, values);
      } else {
        add(step, values);
      }
    } catch (IOException e) {
      throw cannotBeWritten(e);
    }
  }

  private void begin(long firstStep) throws IOException {
    var absolute = file.toAbsolutePath();
    if (absolute.getParent() != null) {
      Files.createDirectories(absolute.getParent());
    }
    var metrics = Files.exists(file) ? CsvMetrics.read(file) : CsvMetrics.empty();
    metrics.rows().tailMap(firstStep, true).clear();
    replace(metrics);
    begun = true;
  }

  private void add(long next, Map<String, Double> values) throws IOException {
    if (next > step) {
      step = next;
      row.clear();
      rowStart = Files.size(file);
    }
    row.putAll(values);
    changed = true;
  }

  /** An earlier step, or a new column, changes the file before its end. */
  private void rewrite(long at, Map<String, Double> values) throws IOException {
    var metrics = CsvMetrics.read(file);
    metrics.put(at, values);
    replace(metrics);
  }

  private void replace(CsvMetrics metrics) throws IOException {
    metrics.write(file);
    columns.clear();
    columns.addAll(metrics.names());
    if (!metrics.rows().isEmpty()) {
      var last = metrics.rows().lastEntry();
      step = last.getKey();
      row.clear();
      row.putAll(last.getValue());
      rowStart = Files.size(file) - bytes(CsvMetrics.line(columns, step, row)).remaining();
    }
  }

  private void writeRow() throws IOException {
    if (!changed) {
      return;
    }
    if (!columns.containsAll(row.keySet())) {
      rewrite(step, new LinkedHashMap<>(row));
    } else {
      // A flushed row grows in place by a single write, so that a kill does not lose the old row.
      try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.position(rowStart);
        AtomicFile.writeFully(channel, bytes(CsvMetrics.line(columns, step, row)));
        channel.truncate(channel.position());
      }
    }
    changed = false;
  }

  private static ByteBuffer bytes(String line) {
    return StandardCharsets.UTF_8.encode(line);
  }

  private DataException cannotBeWritten(IOException e) {
    return new DataException(
        "%s cannot be written: %s. Metrics need a file in a writable folder.".formatted(file, e),
        e);
  }

  @Override
  public void flush() {
    try {
      writeRow();
    } catch (IOException e) {
      throw cannotBeWritten(e);
    }
  }

  @Override
  public void close() {
    if (!closed) {
      flush();
      closed = true;
    }
  }

  /** {@return the file} */
  @Override
  public String toString() {
    return "CsvWriter of " + file;
  }
}
