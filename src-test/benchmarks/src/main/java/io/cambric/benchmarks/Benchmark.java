package io.cambric.benchmarks;

import io.cambric.examples.console.OptionChecks;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

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
      "from the start of a JVM to the first gradient, and to full speed", 10, StartupBench::run);

  /** A benchmark's code. */
  @FunctionalInterface
  interface Body {
    void run(BenchReport report) throws IOException, InterruptedException;
  }

  private final String description;
  private final double seconds;
  private final Body body;

  Benchmark(String description, double seconds, Body body) {
    this.description = description;
    this.seconds = seconds;
    this.body = body;
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
                : ": median and min of the runs of %s s, after a warm-up"
                    .formatted(OptionChecks.text(perRow)));
  }

  void run(BenchReport report) throws IOException, InterruptedException {
    body.run(report);
  }
}
