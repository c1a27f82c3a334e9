package io.cambric.nn.writer;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.errors.ShapeException;
import io.cambric.io.event.Event;
import io.cambric.io.event.EventWriter;
import io.cambric.io.event.Summary;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A writer of all kinds to event files of TensorBoard. Mutable, for one thread.
 *
 * <p>The file is made at the first call, and is complete after each call. If the folder already has
 * event files, TensorBoard ignores their events from the new file's first step on. So a resumed
 * training shows each step once, and simultaneous writers need separate folders.
 *
 * <p>A single image has the given name; several images have a number after it. Hyperparameters
 * become a text, in a table.
 *
 * {@snippet :
 * try (var writer = TensorBoardWriter.in(Path.of("runs/first"))) {
 *   writer.writeScalars(100, Map.of("train/loss", 0.25));
 * }
 * }
 */
public final class TensorBoardWriter implements MetricWriter {

  private static final String FILES = "events.out.tfevents.*";

  private static final double MILLIS = 1e3;

  private final Path folder;
  private @Nullable EventWriter events;
  private boolean closed;

  private TensorBoardWriter(Path folder) {
    this.folder = folder;
  }

  /** {@return a writer to a new file in a folder, which is created if it is missing} */
  public static TensorBoardWriter in(Path folder) {
    return new TensorBoardWriter(folder);
  }

  /**
   * {@inheritDoc}
   *
   * @throws DataException if the file cannot be written, as in all methods here
   */
  @Override
  public void writeScalars(long step, Map<String, Double> values) {
    var summaries = new ArrayList<Summary>();
    values.forEach((name, value) -> summaries.add(Summary.scalar(name, value)));
    write(step, summaries);
  }

  @Override
  public void writeHistograms(long step, Map<String, Array> values) {
    var summaries = new ArrayList<Summary>();
    values.forEach((name, value) -> summaries.add(Summary.histogram(name, value)));
    write(step, summaries);
  }

  /**
   * {@inheritDoc}
   *
   * @throws ShapeException if an array has another rank
   */
  @Override
  public void writeImages(long step, Map<String, Array> images) {
    var summaries = new ArrayList<Summary>();
    images.forEach((name, batch) -> addImages(name, batch.concrete("Writing images"), summaries));
    write(step, summaries);
  }

  private static void addImages(String name, NdArray batch, List<Summary> summaries) {
    if (batch.rank() != 4) {
      throw new ShapeException(
          "Images need the shape [n, height, width, channels], but got %s. For one image, add a first axis of 1."
              .formatted(batch.shape()));
    }
    int count = batch.shape().dim(0);
    for (int i = 0; i < count; i++) {
      summaries.add(Summary.image(count == 1 ? name : name + "/" + i, batch.row(i)));
    }
  }

  @Override
  public void writeTexts(long step, Map<String, String> texts) {
    var summaries = new ArrayList<Summary>();
    texts.forEach((name, text) -> summaries.add(Summary.text(name, text)));
    write(step, summaries);
  }

  @Override
  public void writeHyperparameters(Map<String, ?> values) {
    var table = new StringBuilder("| name | value |\n| --- | --- |\n");
    values.forEach((name, value) ->
        table.append("| %s | %s |\n".formatted(cell(name), cell(String.valueOf(value)))));
    writeTexts(0, Map.of("hyperparameters", table.toString()));
  }

  /** {@return a text that stays in one cell of a table} */
  private static String cell(String text) {
    return text.replace("|", "\\|").replaceAll("\\R", " ");
  }

  private void write(long step, List<Summary> summaries) {
    if (closed || summaries.isEmpty()) {
      return;
    }
    if (events == null) {
      events = begin(step);
    }
    events.write(
        Event.of(System.currentTimeMillis() / MILLIS, step, summaries.toArray(Summary[]::new)));
  }

  private EventWriter begin(long step) {
    boolean continued = hasEvents();
    var writer = EventWriter.in(folder);
    if (continued) {
      writer.restart(step);
    }
    return writer;
  }

  private boolean hasEvents() {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, FILES)) {
      return files.iterator().hasNext();
    } catch (IOException e) {
      throw new DataException(
          "Folder %s cannot be listed: %s. Check its permissions.".formatted(folder, e), e);
    }
  }

  @Override
  public void flush() {
    if (events != null && !closed) {
      events.flush();
    }
  }

  @Override
  public void close() {
    closed = true;
    if (events != null) {
      events.close();
    }
  }

  /** {@return the folder} */
  @Override
  public String toString() {
    return "TensorBoardWriter of " + folder;
  }
}
