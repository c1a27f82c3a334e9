package io.cambric.benchmarks;

import static io.cambric.transform.Transforms.vjp;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.Padding;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import java.util.ArrayList;
import java.util.List;

/** Benchmark of convolutions of images, channels last, and of their gradients. */
final class ConvBench {

  private record Row(
      String name, int images, int size, int in, int out, int window, int stride, int groups) {}

  private static final List<Row> ROWS =
      List.of(
          new Row("3x3 32->64", 32, 28, 32, 64, 3, 1, 1),
          new Row("1x1 32->64", 32, 28, 32, 64, 1, 1, 1),
          new Row("7x7/2 3->64", 32, 56, 3, 64, 7, 2, 1),
          new Row("3x3 depthwise 64", 32, 28, 64, 64, 3, 1, 64),
          new Row("LeNet 5x5 1->6", 64, 28, 1, 6, 5, 1, 1),
          new Row("LeNet 5x5 6->16", 64, 14, 6, 16, 5, 1, 1));

  private static final ConvDims CHANNELS_LAST = ConvDims.of("NHWC", "HWIO", "NHWC");

  private ConvBench() {}

  static void run(BenchReport report) {
    report.measurePeak();
    var rates = new ArrayList<Double>();
    for (var row : ROWS) {
      measure(row, report, rates);
    }
    report.meanFlops("conv", rates);
  }

  private static void measure(Row row, BenchReport report, List<Double> rates) {
    var x = Random.normal(Key.of(0), Shape.of(row.images, row.size, row.size, row.in));
    var kernel =
        Random.normal(Key.of(1), Shape.of(row.window, row.window, row.in / row.groups, row.out));
    var y = conv(row, x, kernel);
    double flops = 2.0 * y.size() * row.window * row.window * row.in / row.groups;
    var forward =
        new RepeatedCalls(
            List.of(x, kernel), in -> List.of(conv(row, in.getFirst(), in.getLast())));
    var toInput =
        new RepeatedCalls(
            List.of(y, kernel),
            in ->
                List.of(
                    vjp((Array a) -> conv(row, a, in.getLast()), x)
                        .pullback()
                        .apply(in.getFirst())));
    var toKernel =
        new RepeatedCalls(
            List.of(y, x),
            in ->
                List.of(
                    vjp((Array b) -> conv(row, in.getLast(), b), kernel)
                        .pullback()
                        .apply(in.getFirst())));
    double seconds = report.seconds();
    rates.add(report.flops(row.name, flops, Timing.of(forward, seconds)));
    rates.add(report.flops(row.name + " d input", flops, Timing.of(toInput, seconds)));
    rates.add(report.flops(row.name + " d kernel", flops, Timing.of(toKernel, seconds)));
  }

  private static Array conv(Row row, Array x, Array kernel) {
    return Lax.convGeneralDilated(
        x,
        kernel,
        Axes.of(row.stride, row.stride),
        Padding.SAME,
        Axes.of(1, 1),
        Axes.of(1, 1),
        CHANNELS_LAST,
        row.groups,
        1);
  }
}
