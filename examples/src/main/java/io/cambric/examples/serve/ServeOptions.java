package io.cambric.examples.serve;

import io.cambric.examples.console.OptionChecks;
import io.cambric.nn.serving.ServingOptions;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options of the service on the command line; picocli writes them. */
final class ServeOptions {

  private static final double MAX_WAIT = 1000;
  private static final int MAX_QUEUE = 1_000_000;
  private static final int MAX_BATCH = 4096;
  private static final int MAX_WARM_UP = 3600;

  @Option(
      names = "--model",
      paramLabel = "DIR",
      description = "Checkpoints of ./run digits; a small network is trained into an empty folder.")
  private Path model = Path.of("serve-model");

  @Option(names = "--max-batch", description = "Largest batch, 1 to 4096.")
  private int maxBatch = 32;

  @Option(
      names = "--max-wait",
      paramLabel = "MS",
      description = "Milliseconds that a request waits for others, 0 to 1000.")
  private double maxWait = 1;

  @Option(names = "--queue", description = "Requests that may wait, 1 to 1000000.")
  private int queue = 1024;

  @Option(
      names = "--warm-within",
      paramLabel = "SECONDS",
      description =
          "Longest warm-up, 0 to 3600; it ends when the model is as fast as it gets. 0: 20 runs of each size.")
  private int warmWithin = 60;

  /**
   * Checks the ranges.
   *
   * @throws picocli.CommandLine.ParameterException if an option is out of its range
   */
  void check(OptionChecks checks) {
    checks.range("--max-batch", maxBatch, 1, MAX_BATCH);
    checks.range("--max-wait", maxWait, 0, MAX_WAIT);
    checks.range("--queue", queue, 1, MAX_QUEUE);
    checks.range("--warm-within", warmWithin, 0, MAX_WARM_UP);
    checks.folder("--model", model);
  }

  DigitsModels models() {
    return new DigitsModels(model);
  }

  ServingOptions serving() {
    return ServingOptions.upTo(maxBatch)
        .withMaxWait(Duration.ofNanos((long) (maxWait * 1e6)))
        .withCapacity(queue)
        .withWarmUp(Duration.ofSeconds(warmWithin));
  }
}
