package io.cambric.nn.report;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.file.AtomicFile;
import io.cambric.nn.writer.MetricWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The report of a training: one HTML file with curves, final numbers, charts, a confusion matrix,
 * misclassified images, hyperparameters and texts. Mutable, for one thread.
 *
 * <p>The report collects all values written to it, and writes the file at each {@link #flush} and
 * at {@link #close}. The file is complete or absent, needs neither network nor scripts, and is
 * readable on light and dark backgrounds. All texts are escaped.
 *
 * <p>Names with the same ending share a picture: {@code train/loss} and {@code eval/loss} are two
 * curves of {@code loss}. The page shows the last images, texts and charts of each name. It leaves
 * out histograms.
 *
 * <p>A resumed training begins a new report. The earlier numbers come from its CSV file:
 *
 * {@snippet :
 * var report = Report.to(Path.of("run/report.html"), "Digits");
 * if (Files.exists(csv)) {
 *   CsvWriter.replay(csv, report);
 * }
 * }
 */
public final class Report implements MetricWriter {

  private final Path file;
  private final String title;
  private final Clock clock;
  private final Instant started;
  private final Map<String, String> hyperparameters = new LinkedHashMap<>();
  private final Map<String, Recording> scalars = new LinkedHashMap<>();
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Map<String, ImageGrid> images = new LinkedHashMap<>();
  private final Map<String, Chart> charts = new LinkedHashMap<>();
  private @Nullable ConfusionTable confusion;
  private @Nullable ImageGrid misclassified;
  private boolean closed;

  private Report(Path file, String title, Clock clock) {
    this.file = file;
    this.title = title;
    this.clock = clock;
    started = clock.instant();
  }

  /**
   * {@return an empty report, which starts now}
   *
   * @param file written when the report is flushed or closed; its folder is made when missing
   */
  public static Report to(Path file, String title) {
    return to(file, title, Clock.systemDefaultZone());
  }

  static Report to(Path file, String title, Clock clock) {
    return new Report(file, title, clock);
  }

  /** {@return the file that the report is written to} */
  public Path file() {
    return file;
  }

  @Override
  public void writeScalars(long step, Map<String, Double> values) {
    values.forEach(
        (name, value) -> scalars.computeIfAbsent(name, _ -> new Recording()).put(step, value));
  }

  /**
   * Shows images, the first 64 of each name.
   *
   * @throws io.cambric.errors.ShapeException if the images do not have four axes
   */
  @Override
  public void writeImages(long step, Map<String, Array> images) {
    images.forEach((name, array) -> this.images.put(name, ImageGrid.of(name, step, array)));
  }

  /** Shows texts with fixed columns, such as the table of a model. */
  @Override
  public void writeTexts(long step, Map<String, String> texts) {
    this.texts.putAll(texts);
  }

  @Override
  public void writeHyperparameters(Map<String, ?> values) {
    values.forEach((name, value) -> hyperparameters.put(name, String.valueOf(value)));
  }

  /**
   * Shows a chart of numbers that are not metrics by step. A later chart with the same title
   * replaces it.
   */
  public void addChart(Chart chart) {
    charts.put(chart.title(), chart);
  }

  /**
   * Shows a confusion matrix.
   *
   * @param counts weights by label, then by prediction, {@code [classes, classes]}
   * @param classes their names
   * @throws io.cambric.errors.ShapeException if there is another number of classes
   */
  public void addConfusionMatrix(Array counts, List<String> classes) {
    confusion = ConfusionTable.of(counts, classes);
  }

  /**
   * Shows the images that are classified wrong, at most 64, the surest predictions first.
   *
   * @param images {@code [n, height, width, channels]} from 0 to 1
   * @param scores logits or probabilities, {@code [n, classes]}
   * @param labels classes from 0, integers {@code [n]}
   * @param classes their names
   * @throws io.cambric.errors.ShapeException if the shapes do not fit
   */
  public void addMisclassified(Array images, Array scores, Array labels, List<String> classes) {
    misclassified = ImageGrid.misclassified(images, scores, labels, classes);
  }

  /** {@return the current page} */
  public String toHtml() {
    var html = new Html();
    html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .add("<title>%s</title>\n", title)
        .raw("<style>\n" + Style.page() + "</style>\n</head>\n<body>\n")
        .add("<header>\n<h1>%s</h1>\n", title)
        .raw("<p class=\"note\">Report of a training with Cambric</p>\n</header>\n");
    sections().addTo(html);
    return html.raw("</body>\n</html>\n").toString();
  }

  private Sections sections() {
    var page = new Sections();
    page.add("Summary", new FactSection(hyperparameters, run())::addTo);
    new ChartSection(scalars).addTo(page);
    if (!charts.isEmpty()) {
      page.add("Charts", this::addChartsTo);
    }
    if (confusion != null) {
      page.add("Confusion matrix", confusion::addTo);
    }
    if (misclassified != null) {
      page.add(misclassified.title(), misclassified::addTo);
    }
    images.values().forEach(grid -> page.add(grid.title(), grid::addTo));
    texts.forEach((name, text) ->
        page.add(
            name,
            html -> html.add("<div class=\"card\"><pre tabindex=\"0\">%s</pre></div>\n", text)));
    return page;
  }

  private void addChartsTo(Html html) {
    html.raw("<div class=\"grid\">\n");
    charts.values().forEach(chart -> ChartCard.add(html, chart));
    html.raw("</div>\n");
  }

  private Map<String, String> run() {
    var now = clock.instant();
    var run = new LinkedHashMap<String, String>();
    scalars.values().stream()
        .mapToLong(values -> values.last().step())
        .max()
        .ifPresent(step -> run.put("Last step", Long.toString(step)));
    run.put("Started", FactSection.time(started, clock.getZone()));
    run.put(closed ? "Ended" : "Written", FactSection.time(now, clock.getZone()));
    run.put("Duration", FactSection.duration(Duration.between(started, now)));
    run.putAll(Machine.describe());
    return run;
  }

  /**
   * Writes the file; it is either the old one or the whole new one.
   *
   * @throws DataException if it cannot be written
   */
  @Override
  public void flush() {
    try {
      var folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      AtomicFile.write(file, toHtml());
    } catch (IOException e) {
      throw new DataException(
          "%s cannot be written: %s. A report needs a file in a writable folder."
              .formatted(file, e),
          e);
    }
  }

  /**
   * Writes the file a last time, with the end of the training.
   *
   * @throws DataException if it cannot be written
   */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      flush();
    }
  }

  /** {@return the title and the file} */
  @Override
  public String toString() {
    return "Report \"%s\" in %s".formatted(title, file);
  }
}
