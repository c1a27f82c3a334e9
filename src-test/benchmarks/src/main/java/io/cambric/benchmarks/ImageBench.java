package io.cambric.benchmarks;

import io.cambric.core.NdArray;
import io.cambric.data.Dataset;
import io.cambric.data.image.ImageOptions;
import io.cambric.data.image.Images;
import java.util.Map;
import java.util.stream.IntStream;

/** Benchmark of decoded images: PNG files in memory, on one thread and on all processors. */
final class ImageBench {

  private final BenchReport report;
  private final int size;
  private final Dataset<byte[]> files;
  private final int count;

  /**
   * Makes the images.
   *
   * @param size of each of them, in pixels a side
   */
  ImageBench(BenchReport report, int count, int size) {
    this.report = report;
    this.count = count;
    this.size = size;
    var all = IntStream.range(0, count).mapToObj(i -> Pictures.png(i, size)).toList();
    this.files = Dataset.of(all);
  }

  void run() {
    int processors = Runtime.getRuntime().availableProcessors();
    var one = files.map(this::decoded);
    var several = files.map(this::decoded, processors);
    var timings = InterleavedRuns.of(report.seconds(), () -> read(one), () -> read(several));
    keep("png, one thread", timings.getFirst(), 1);
    double gain = timings.getFirst().median() / timings.getLast().median();
    keep("png, all processors", timings.getLast(), gain);
  }

  private NdArray decoded(byte[] png) {
    return Images.read(png, "a picture", ImageOptions.of(size, size));
  }

  private static void read(Dataset<NdArray> images) {
    try (var iterator = images.iterator()) {
      while (iterator.hasNext()) {
        iterator.next();
      }
    }
  }

  private void keep(String name, Timing timing, double gain) {
    double rate = count / timing.median();
    report.line(
        "%-28s %10.4f ms %9.1f images/s %4.2f of one thread",
        name, timing.median() * 1e3, rate, gain);
    report.keep(
        new Row(
            name,
            Map.of(
                Figure.MEDIAN_MS,
                timing.median() * 1e3,
                Figure.MIN_MS,
                timing.min() * 1e3,
                Figure.IMAGES,
                rate,
                Figure.OF_ONE_THREAD,
                gain)));
  }
}
