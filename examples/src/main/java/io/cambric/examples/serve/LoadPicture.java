package io.cambric.examples.serve;

import io.cambric.examples.serve.LoadResult.Sample;
import io.cambric.nn.report.LineChart;
import io.cambric.nn.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The chart of a load: p50 and p99 over time, with the swaps. */
final class LoadPicture {

  private static final int POINTS = 50;
  private static final double NANOS_IN_MILLI = 1e6;

  private LoadPicture() {}

  static LineChart of(LoadResult result) {
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
    return LineChart.of(
            title(result),
            "seconds",
            List.of(Series.of("p50", times, p50), Series.of("p99", times, p99)))
        .withYLabel("latency, ms")
        .withMarks(
            result.swaps().entrySet().stream()
                .map(swap -> new LineChart.Mark(swap.getKey(), "swap to " + swap.getValue()))
                .toList());
  }

  private static String title(LoadResult result) {
    int requests = result.samples().size();
    return String.format(
        Locale.ROOT,
        "%.0f requests/s of %d clients, %d of %d lost",
        requests / result.seconds(),
        result.clients(),
        result.lost(),
        requests);
  }

  private static double millis(List<Sample> samples, double fraction) {
    return LoadResult.quantile(samples, fraction) / NANOS_IN_MILLI;
  }
}
