package io.cambric.examples.bench;

import static io.cambric.transform.Transforms.jit;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.random.Key;
import io.cambric.random.Random;
import io.cambric.transform.ArrayFn;
import java.util.ArrayList;

/** Compiled elementwise functions, and functions of the rows of a matrix. */
final class LoopBench {

  /** Rows of 512, four million values in all: no cache holds them. */
  private static final Shape MATRIX = Shape.of(8192, 512);

  private final Report report;
  private final Array x = Random.normal(Key.of(0), MATRIX);
  private final ArrayList<Double> rates = new ArrayList<>();

  private LoopBench(Report report) {
    this.report = report;
    report.measurePeak();
  }

  static void elementwise(Report report) {
    var bench = new LoopBench(report);
    bench.time("add", x -> x.add(1));
    bench.time("exp", Array::exp);
    bench.time("log", x -> x.square().add(1e-3).log());
    bench.time("tanh", Array::tanh);
    bench.time("sigmoid", Activations::sigmoid);
    bench.time("gelu", Activations::gelu);
    bench.time("sin", Array::sin);
    bench.time("erf gelu", x -> Activations.gelu(x, false));
    bench.time("pow", x -> x.abs().pow(1.7));
    bench.time("six operations", x -> x.mul(2).add(1).square().sub(x).mul(x).div(3));
    bench.report.meanBytes("elementwise", bench.rates);
  }

  static void rows(Report report) {
    var bench = new LoopBench(report);
    bench.time("sum", x -> x.sum(-1), 1);
    bench.time("softmax", Activations::softmax);
    bench.time("log softmax", Activations::logSoftmax);
    bench.time("layer norm", LoopBench::layerNorm);
    bench.time(
        "rms norm", x -> x.mul(Numpy.mean(x.square(), -1).expandDims(-1).add(1e-6).pow(-0.5)));
    bench.report.meanBytes("rows", bench.rates);
  }

  private static Array layerNorm(Array x) {
    var mean = x.mean(-1).expandDims(-1);
    var centred = x.sub(mean);
    var variance = centred.square().mean(-1).expandDims(-1);
    return centred.div(variance.add(1e-6).sqrt());
  }

  private void time(String name, ArrayFn function) {
    time(name, function, 2);
  }

  /** Counts each input read once, and each output written once. */
  private void time(String name, ArrayFn function, int arrays) {
    var compiled = jit(function);
    double bytes = 4.0 * MATRIX.size() * arrays;
    rates.add(report.bytes(name, bytes, Timing.of(() -> compiled.apply(x), report.seconds())));
  }
}
