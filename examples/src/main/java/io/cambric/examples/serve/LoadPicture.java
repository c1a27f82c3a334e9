package io.cambric.examples.serve;

import io.cambric.examples.picture.Chart;
import io.cambric.examples.serve.LoadResult.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The chart of a load: p50 and p99 over time, with the swaps. */
record LoadPicture(LoadResult result) {

  private static final int POINTS = 50;

  void write(Path file) throws IOException {
    var times = new ArrayList<Double>();
    var p50 = new ArrayList<Double>();
    var p99 = new ArrayList<Double>();
    double step = result.seconds() / POINTS;
    var samples = result.samples();
    int from = 0;
    for (int i = 1; i <= POINTS; i++) {
      int to = from;
      while (to < samples.size() && samples.get(to).end() <= i * step) {
        to++;
      }
      if (to > from) {
        var some = samples.subList(from, to);
        times.add(i * step);
        p50.add(millis(some, 0.5));
        p99.add(millis(some, 0.99));
      }
      from = to;
    }
    var title =
        String.format(
            Locale.ROOT,
            "%.0f requests/s of %d clients, %d of %d lost",
            samples.size() / result.seconds(),
            result.clients(),
            result.lost(),
            samples.size());
    var chart =
        new Chart(title, "seconds", "latency, ms").line("p50", times, p50).line("p99", times, p99);
    result.swaps().forEach((at, version) -> chart.mark(at, "swap to " + version));
    chart.write(file);
  }

  private static double millis(List<Sample> samples, double fraction) {
    return LoadResult.quantile(samples, fraction) / 1e6;
  }
}
