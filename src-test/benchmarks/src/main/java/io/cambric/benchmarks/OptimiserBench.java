package io.cambric.benchmarks;

import static io.cambric.transform.Transforms.jit;

import io.cambric.annotations.PyTree;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.contrib.Contrib;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Benchmark of compiled updates by optimisers. Parameters and states are donated, so an update
 * overwrites them.
 *
 * <p>The least that an update moves: it reads gradients, parameters and state once, and writes
 * parameters and state once. A row compares with it what the kernels of the compiled program read
 * and write, and counts these kernels. It compares the time with a copy of as many bytes by a loop,
 * measured before the row.
 */
final class OptimiserBench {

  private static final int LEAVES = 200;

  /** Two hundred matrices of this shape have ten million elements. */
  private static final Shape LEAF = Shape.of(250, 200);

  private final BenchReport report;
  private final List<Array> grads = leaves(1);
  private final ArrayList<Double> shares = new ArrayList<>();

  /** Parameters with the state of their optimiser. */
  @PyTree
  record Trained(List<Array> params, OptState state) {}

  private OptimiserBench(BenchReport report) {
    this.report = report;
  }

  static void run(BenchReport report) {
    report.measurePeak();
    var bench = new OptimiserBench(report);
    bench.measure("sgd", Optax.sgd(1e-3));
    bench.measure("momentum", Optax.sgd(1e-3, 0.9));
    bench.measure("adam", Optax.adam(1e-3));
    bench.measure("adamw", Optax.adamw(1e-3));
    bench.measure("nadam", Optax.nadam(1e-3));
    bench.measure("radam", Optax.radam(1e-3));
    bench.measure("adabelief", Optax.adabelief(1e-3));
    bench.measure("yogi", Optax.yogi(1e-3));
    bench.measure("lion", Optax.lion(1e-3));
    bench.measure("rmsprop", Optax.rmsprop(1e-3));
    bench.measure("adagrad", Optax.adagrad(1e-3));
    report.meanOfCopy(bench.shares);
    // Norms, factors and products need more than one pass, so the mean leaves these out.
    bench.measure("lars", Optax.lars(1e-3));
    bench.measure("lamb", Optax.lamb(1e-3));
    bench.measure("adafactor", Optax.adafactor(1e-3));
    bench.measure("muon", Contrib.muon(1e-3));
  }

  private void measure(String name, GradientTransformation tx) {
    var params = leaves(2);
    var first = new Trained(params, tx.init(params));
    double least = bytes(grads) + 2 * bytes(first);
    // A copy that moves as many bytes.
    var copy = new CopyLoop(1, Math.toIntExact(Math.round(least / 8)));
    double copied = Timing.of(copy, report.seconds()).median();

    var step =
        jit(
                (Trained trained, List<Array> g) -> {
                  var updated = tx.update(g, trained.state(), trained.params());
                  return new Trained(
                      Optax.applyUpdates(trained.params(), updated.updates()), updated.state());
                })
            .donate(0);
    var lowered = step.lower(first, grads);
    double moved = lowered.bytesAccessed();
    long calls = lowered.explain().lines().filter(OptimiserBench::isCallOnArrays).count();
    var trained = new Trained[] {first};
    var timing = Timing.of(() -> trained[0] = step.apply(trained[0], grads), report.seconds());
    double share = copied / timing.median();
    shares.add(share);
    report.line(
        "%-28s %10.4f ms %9.1f GB/s     %4.2f of a copy, %4.2f of the least bytes, kernel calls %d",
        name, timing.median() * 1e3, least / timing.median() / 1e9, share, moved / least, calls);
    report.keep(
        new Row(
            name,
            Map.of(
                Figure.MEDIAN_MS,
                timing.median() * 1e3,
                Figure.MIN_MS,
                timing.min() * 1e3,
                Figure.GBYTES,
                least / timing.median() / 1e9,
                Figure.SHARE_OF_COPY,
                share,
                Figure.MOVED,
                moved / least,
                Figure.CALLS,
                (double) calls)));
  }

  /** {@return whether a line of {@code explain} is a kernel call, other than of scalars} */
  private static boolean isCallOnArrays(String line) {
    return line.matches("\\d+ {2,}+(?!loop \\[(1, )*1?]).*");
  }

  private static double bytes(Object tree) {
    return Trees.leaves(tree).stream()
        .mapToDouble(leaf -> leaf instanceof Array array ? array.size() * array.dtype().bytes() : 0)
        .sum();
  }

  private static List<Array> leaves(int seed) {
    return IntStream.range(0, LEAVES)
        .<Array>mapToObj(i -> Random.normal(Key.of(1000 * seed + i), LEAF))
        .toList();
  }
}
