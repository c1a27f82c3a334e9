package io.cambric.benchmarks;

import io.cambric.data.Csv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/** Benchmark of a CSV file of numbers, read as one matrix and as records. */
final class TableBench {

  private static final int SEED = 3;
  private static final int MEASUREMENTS = 9;
  private static final int LABELS = 10;

  private final BenchReport report;
  private final WorkFolder folder;
  private final int rows;

  /** A row of the file: nine measurements, and a label. */
  record Measured(
      float a, float b, float c, float d, float e, float f, float g, float h, float i, int label) {}

  TableBench(BenchReport report, WorkFolder folder, int rows) {
    this.report = report;
    this.folder = folder;
    this.rows = rows;
  }

  void run() throws IOException {
    var file = folder.file("numbers.csv");
    double megabytes = write(file) / 1e6;
    var csv = Csv.of(file);
    var records = csv.records(Measured.class);
    var timings =
        InterleavedRuns.of(
            report.seconds(),
            csv::floats,
            () -> {
              try (var iterator = records.iterator()) {
                while (iterator.hasNext()) {
                  iterator.next();
                }
              }
            });
    keep("csv, floats", megabytes, timings.getFirst());
    keep("csv, records", megabytes, timings.getLast());
  }

  /** Writes the file: {@return its bytes} */
  private long write(Path file) throws IOException {
    var random = new Random(SEED);
    try (var out = Files.newBufferedWriter(file)) {
      out.write("a,b,c,d,e,f,g,h,i,label\n");
      for (int row = 0; row < rows; row++) {
        for (int column = 0; column < MEASUREMENTS; column++) {
          // Six digits behind the point.
          out.write(Math.round(1e6 * random.nextGaussian()) / 1e6 + ",");
        }
        out.write(random.nextInt(LABELS) + "\n");
      }
    }
    return Files.size(file);
  }

  private void keep(String name, double megabytes, Timing timing) {
    double rate = megabytes / timing.median();
    report.line("%-28s %10.4f ms %9.1f MB/s", name, timing.median() * 1e3, rate);
    report.keep(
        new Row(
            name,
            Map.of(
                Figure.MEDIAN_MS,
                timing.median() * 1e3,
                Figure.MIN_MS,
                timing.min() * 1e3,
                Figure.MBYTES,
                rate)));
  }
}
