package io.cambric.benchmarks;

import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGrad;
import static io.cambric.transform.Transforms.vjp;

import io.cambric.annotations.PyTree;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.module.Layer;
import io.cambric.module.Module;
import io.cambric.nn.LayerNorm;
import io.cambric.nn.RmsNorm;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.Optax;
import io.cambric.optax.base.OptState;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn2;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Benchmark of compiled elementwise functions, and of functions of the rows of a matrix.
 *
 * <p>A row counts each input as read once and each output as written once, whatever a kernel does.
 * So its share of the speed of a copy shows how far it is from work that memory alone bounds. As a
 * copy does, functions write into memory that is there ({@link RepeatedCalls}). The cost of a new
 * array is a row of its own.
 */
final class LoopBench {

  /** Rows of 512, eight million values in all: caches seldom hold them. */
  private static final Shape MATRIX = Shape.of(16_384, 512);

  /** Leaves of the parameters that Adam trains, of a million values each. */
  private static final int LEAVES = 8;

  private static final Shape LEAF = Shape.of(1024, 1024);

  private final BenchReport report;
  private final Array x = Random.normal(Key.of(0), MATRIX);
  private final ArrayList<Double> rates = new ArrayList<>();

  /** Parameters with the state of Adam. */
  @PyTree
  record Trained(List<Array> params, OptState state) {}

  private LoopBench(BenchReport report) {
    this.report = report;
    report.measurePeak();
  }

  static void elementwise(BenchReport report) {
    var bench = new LoopBench(report);
    var positive = bench.x.abs().add(1e-3);
    bench.copyLoop("copy by a loop", 1);
    bench.time("add", x -> x.add(1));
    bench.measure("add, new array", 2, jit((Array x) -> x.add(1)), bench.x);
    bench.time("six operations", x -> x.mul(2).add(1).square().sub(x).mul(x).div(3));
    bench.time("exp", Array::exp);
    bench.time("log", Array::log, positive);
    bench.time("tanh", Array::tanh);
    bench.time("logistic", Activations::sigmoid);
    bench.time("erf", Lax::erf);
    bench.time("gelu", Activations::gelu);
    bench.time("gelu by erf", x -> Activations.gelu(x, false));
    bench.time("sin", Array::sin);
    bench.time("cos", Array::cos);
    bench.time("pow", x -> x.pow(1.7), positive);
    bench.adam();
    bench.report.meanBytes("elementwise", bench.rates);
  }

  static void rows(BenchReport report) {
    var bench = new LoopBench(report);
    bench.copyLoop("copy by a loop", 1);
    bench.copyLoop("two copies by a loop", 2);
    bench.measure("sum", 1, jit((Array x) -> x.sum(-1)), bench.x);
    bench.measure("max", 1, jit((Array x) -> x.max(-1)), bench.x);
    bench.timeWithGradient("softmax", x -> Activations.softmax(x));
    bench.timeWithGradient("log softmax", x -> Activations.logSoftmax(x));
    bench.timeWithGradient("layer norm", bench.applied(LayerNorm.of()));
    bench.timeWithGradient("rms norm", bench.applied(RmsNorm.of()));
    bench.crossEntropy();
    bench.report.meanBytes("rows", bench.rates);
  }

  /** A layer with the parameters that it is initialised with, as a function of its input. */
  private <M extends Module<M> & Layer> ArrayFn applied(M layer) {
    var variables = layer.init(Key.of(0), m -> m.call(x));
    return input -> layer.apply(variables, m -> m.call(input));
  }

  private void time(String name, ArrayFn function) {
    time(name, function, x);
  }

  private void time(String name, ArrayFn function, Array input) {
    time(name, 2, List.of(input), inputs -> List.of(function.apply(inputs.getFirst())));
  }

  /**
   * A row for a function.
   *
   * @param arrays how many arrays of the size of the matrix it must read and write
   */
  private void time(
      String name, int arrays, List<Array> inputs, UnaryOperator<List<Array>> function) {
    measure(name, 4.0 * MATRIX.size() * arrays, new RepeatedCalls(inputs, function));
  }

  /**
   * A row, outside of the mean, for the speed of ordinary stores. Such a store reads its cache line
   * before it overwrites the line. The copy that is the peak seems to avoid that read.
   *
   * <p>A large last cache keeps a part of two arrays of this size from one copy to the next. It
   * keeps less of four, the number that functions with gradients read and write.
   *
   * @param copies how many arrays are copied, one after the other
   */
  private void copyLoop(String name, int copies) {
    var copy = new CopyLoop(copies, MATRIX.size());
    report.bytes(name, copy.bytes(), Timing.of(copy, report.seconds()));
  }

  /** A row for the function, and one for its value with its product with a cotangent. */
  private void timeWithGradient(String name, ArrayFn function) {
    time(name, function);
    time(
        name + " and gradient",
        4,
        List.of(x, Random.normal(Key.of(1), MATRIX)),
        inputs -> {
          var result = vjp(function::apply, inputs.getFirst());
          return List.of(result.output(), result.pullback().apply(inputs.getLast()));
        });
  }

  private void crossEntropy() {
    var labels = Random.randint(Key.of(2), Shape.of(MATRIX.dim(0)), 0, MATRIX.dim(1));
    var inputs = List.of(x, labels);
    time(
        "cross entropy",
        1,
        inputs,
        in -> List.of(softmaxCrossEntropyWithIntegerLabels(in.getFirst(), in.getLast()).mean()));
    time(
        "cross entropy and gradient",
        2,
        inputs,
        in -> {
          var all =
              valueAndGrad(
                      (Array p) -> softmaxCrossEntropyWithIntegerLabels(p, in.getLast()).mean())
                  .apply(in.getFirst());
          return List.of(all.value(), all.grads());
        });
  }

  /**
   * An update of Adam reads gradients, parameters and two moments. It writes parameters and
   * moments.
   */
  private void adam() {
    var tx = Optax.adam(1e-3);
    var grads = leaves(1);
    var first = leaves(2);
    Fn2<Trained, List<Array>, Trained> step =
        jit(
                (Trained trained, List<Array> g) -> {
                  var updated = tx.update(g, trained.state(), trained.params());
                  return new Trained(
                      Optax.applyUpdates(trained.params(), updated.updates()), updated.state());
                })
            .donate(0);
    var trained = new Trained[] {new Trained(first, tx.init(first))};
    measure(
        "adam update",
        4.0 * LEAVES * LEAF.size() * 7,
        () -> trained[0] = step.apply(trained[0], grads));
  }

  private static List<Array> leaves(int seed) {
    return Stream.generate(() -> Random.normal(Key.of(seed), LEAF)).limit(LEAVES).toList();
  }

  private void measure(String name, int arrays, ArrayFn compiled, Array input) {
    measure(name, 4.0 * MATRIX.size() * arrays, () -> compiled.apply(input));
  }

  private void measure(String name, double bytes, Runnable work) {
    rates.add(report.bytes(name, bytes, Timing.of(work, report.seconds())));
  }
}
