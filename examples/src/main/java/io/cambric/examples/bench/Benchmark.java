package io.cambric.examples.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What {@code ./run bench} can measure. */
enum Benchmark {
  MATMUL("products of matrices, 24 shapes", 0.4, MatmulBench::run),
  CONV("convolutions and their gradients", 0.4, ConvBench::run),
  ATTENTION("attention of sequences of 128 to 8192 tokens", 0.6, AttentionBench::run),
  ELEMENTWISE(
      "compiled elementwise functions of eight million values", 0.6, LoopBench::elementwise),
  ROWS("functions of rows: softmax, normalisation", 0.6, LoopBench::rows),
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
  STARTUP(
      "from the start of a JVM to the first gradient, and to full speed", 10, StartupBench::run);

  /** A benchmark's code. */
  @FunctionalInterface
  interface Body {
    void run(Report report) throws IOException, InterruptedException;
  }

  private final String description;
  private final double seconds;
  private final Body body;

  Benchmark(String description, double seconds, Body body) {
    this.description = description;
    this.seconds = seconds;
    this.body = body;
  }

  /** Finds a benchmark by its name on the command line. */
  static final class Named implements ITypeConverter<Benchmark> {

    /** Made by picocli. */
    Named() {}

    @Override
    public Benchmark convert(String name) {
      return Arrays.stream(values())
          .filter(benchmark -> benchmark.title().equals(name))
          .findFirst()
          .orElseThrow(() ->
              new TypeConversionException(
                  "there is no benchmark named \"%s\"; choose one of %s."
                      .formatted(
                          name,
                          Arrays.stream(values())
                              .map(Benchmark::title)
                              .collect(Collectors.joining(", ")))));
    }
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

  void run(Report report) throws IOException, InterruptedException {
    body.run(report);
  }
}
