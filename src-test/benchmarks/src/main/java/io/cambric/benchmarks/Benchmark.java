package io.cambric.benchmarks;

import io.cambric.benchmarks.sweep.Case;
import io.cambric.benchmarks.sweep.Operations;
import io.cambric.benchmarks.sweep.ProductRows;
import io.cambric.examples.console.OptionChecks;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The benchmarks of {@code ./run bench}, with their names on the command line. */
enum Benchmark {
  MATMUL("products of matrices, 24 shapes", 0.4, MatmulBench::run),
  CONV("convolutions and their gradients", 0.4, ConvBench::run),
  ATTENTION("attention of sequences of 128 to 8192 tokens", 0.6, AttentionBench::run),
  ELEMENTWISE(
      "compiled elementwise functions of eight million values", 0.6, LoopBench::elementwise),
  ROWS("functions of rows: softmax, normalisation", 0.6, LoopBench::rows),
  OPTIMISERS("updates of ten million parameters in 200 leaves", 1, OptimiserBench::run),
  MLP(
      "a training step, 784-512-256-10, batch 128, Adam",
      6,
      report -> ModelBench.run("mlp", ModelBench.mlp(), report)),
  CNN(
      "a training step, two convolutions, batch 64, SGD with momentum",
      6,
      report -> ModelBench.run("cnn", ModelBench.cnn(), report)),
  GPT(
      "a training step, four blocks of width 256, batch 8 of 128 tokens, Adam",
      6,
      report -> ModelBench.run("gpt", ModelBench.gpt(), report)),
  LSTM(
      "a training step, a memory of 256 over 64 tokens, batch 32, Adam",
      6,
      report -> ModelBench.run("lstm", ModelBench.lstm(), report)),
  IO("files of arrays, tables and images, and steps during a checkpoint", 3, IoBench::run),
  PROCESSES("training steps in groups of 1, 2 and 4 processes", 3, ProcessesBench::run),
  STARTUP(
      "from the start of a JVM to the first gradient, and to full speed", 10, StartupBench::run),
  OPS(
      "operations in shapes drawn from a seed, forward and gradient",
      0.6,
      Operations::draw,
      Operations::parse),
  PRODUCTS(
      "products of matrices in shapes drawn from a seed",
      0.6,
      ProductRows::draw,
      ProductRows::parse),
  PROGRAMS(
      "small programs that users write, in sizes drawn from a seed, forward and gradient",
      0.6,
      Operations::drawPrograms,
      Operations::parseProgram);

  /** A benchmark's code. */
  @FunctionalInterface
  interface Body {
    void run(BenchReport report) throws IOException, InterruptedException;
  }

  /** The code of a benchmark whose cases are chosen. */
  @FunctionalInterface
  private interface Sweep {
    void run(BenchReport report, SweepChoice choice) throws IOException, InterruptedException;
  }

  private final String description;
  private final double seconds;
  private final Sweep body;
  private final @Nullable Function<SweepChoice, List<Case>> cases;

  Benchmark(String description, double seconds, Body body) {
    this.description = description;
    this.seconds = seconds;
    this.body = (report, _) -> body.run(report);
    this.cases = null;
  }

  Benchmark(
      String description,
      double seconds,
      LongFunction<List<Case>> draw,
      Function<String, Case> parse) {
    this.description = description;
    this.seconds = seconds;
    this.body = (report, choice) -> SweepBench.run(report, choice.of(draw, parse), choice);
    this.cases = choice -> choice.of(draw, parse);
  }

  /** {@return the benchmark with a name, if there is one} */
  static Optional<Benchmark> named(String name) {
    return Arrays.stream(values()).filter(benchmark -> benchmark.title().equals(name)).findFirst();
  }

  /** {@return all names, for a message} */
  static String titles() {
    return Arrays.stream(values()).map(Benchmark::title).collect(Collectors.joining(", "));
  }

  /** {@return the name on the command line} */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  String description() {
    return description;
  }

  /** {@return the usual time for each row} */
  double seconds() {
    return seconds;
  }

  /**
   * {@return how a row's figures follow from its runs}
   *
   * @param perRow seconds to measure one row for
   */
  String statistic(double perRow) {
    return title()
        + (this == STARTUP
            ? ": median and min of %d starts, %s s to full speed"
                .formatted(StartupBench.RUNS, OptionChecks.text(perRow))
            : this == PROCESSES
                ? ": median and min of the medians of %d groups, steps of %s s each"
                    .formatted(ProcessesBench.ROUNDS, OptionChecks.text(perRow))
                : isSweep()
                    ? ": best median of %d slices of %s s together, after a warm-up"
                        .formatted(SweepBench.SLICES, OptionChecks.text(perRow))
                    : ": median and min of the runs of %s s, after a warm-up"
                        .formatted(OptionChecks.text(perRow)));
  }

  /** {@return whether its shapes are drawn, so that the options of sweeps belong to it} */
  boolean isSweep() {
    return cases != null;
  }

  /**
   * {@return the chosen cases of a sweep, none of other benchmarks}
   *
   * @throws IllegalArgumentException if a line is no case of it
   */
  List<Case> cases(SweepChoice choice) {
    return cases == null ? List.of() : cases.apply(choice);
  }

  void run(BenchReport report, SweepChoice choice) throws IOException, InterruptedException {
    body.run(report, choice);
  }
}
