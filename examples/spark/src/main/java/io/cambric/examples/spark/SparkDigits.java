package io.cambric.examples.spark;

import io.cambric.errors.ProcessGroupException;
import io.cambric.examples.apart.SparkDigitsOptions;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.digits.SharedPlan;
import io.cambric.spark.SparkPredictor;
import io.cambric.spark.SparkTrainer;
import io.cambric.spark.TreeDigest;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command {@code ./run spark-digits}: trains the network on the handwritten digits in executors
 * of a Spark cluster. Started by {@code spark-submit}, it takes the cluster that it is given.
 */
@Command(name = "spark-digits")
public final class SparkDigits implements Callable<Integer> {

  private static final DigitsData DIGITS = DigitsTraining.DIGITS;

  @Mixin private final SparkDigitsOptions options = new SparkDigitsOptions();

  @Spec private @Nullable CommandSpec spec;

  private SparkDigits() {}

  /**
   * Starts the training.
   *
   * @param args options of the command
   */
  public static void main(String[] args) {
    int status = new CommandLine(new SparkDigits()).execute(args);
    if (status != 0) {
      System.exit(status);
    }
  }

  @Override
  public Integer call() throws IOException {
    var command = Objects.requireNonNull(spec).commandLine();
    var training = DIGITS.trainingPart();
    int processes = options.processes();
    int epochs = options.epochs();
    int batch = options.batch();
    int width = options.width();
    if (processes < 1 || epochs < 1 || width < 1 || batch < processes || batch > training.size()) {
      throw new ParameterException(
          command,
          "spark-digits needs processes, epochs and width of at least 1, and a batch from processes to %d, but got %d, %d, %d and %d."
              .formatted(training.size(), processes, epochs, width, batch));
    }
    var plan =
        new SharedPlan(options.seed(), epochs, batch, width, options.rate(), training.size());
    try (var session = SparkSession.builder().appName("spark-digits").getOrCreate()) {
      run(plan, session, command.getOut());
    }
    return 0;
  }

  private void run(SharedPlan plan, SparkSession session, PrintWriter out) {
    int processes = options.processes();
    int epochs = options.epochs();
    out.printf(
        Locale.ROOT,
        "%d images for training, %d for testing; %d epoch%s; %d processes%n%n",
        plan.images(),
        DIGITS.testPart().size(),
        epochs,
        epochs == 1 ? "" : "s",
        processes);
    var digits = new DigitsTraining(plan);
    var trainer =
        SparkTrainer.of(digits::state, digits::training)
            .processes(processes)
            .write(new EpochLines(out, epochs));
    if (options.checkpoint().isPresent()) {
      trainer = trainer.checkpoint(options.checkpoint().get());
    }
    var trained = trainer.train(DigitRows.of(DIGITS.trainingPart(), session));
    out.println();
    trained.members().forEach(out::println);
    if (options.compare()) {
      compare(digits, trained.members().getFirst().params(), out);
    }
    var predicted =
        SparkPredictor.of(trained.state().variables(), DigitRows.IMAGE, digits::digits)
            .apply(DigitRows.of(DIGITS.testPart(), session), "pixels", "predicted");
    long correct = predicted.filter("predicted = digit").count();
    out.printf(Locale.ROOT, "test accuracy: %.4f%n", (double) correct / DIGITS.testPart().size());
    out.flush();
  }

  private void compare(DigitsTraining digits, String expected, PrintWriter out) {
    int processes = options.processes();
    var digest = TreeDigest.of(digits.trainedInWorkers(processes));
    out.printf("%d workers in one process, params %s%n", processes, digest);
    if (!digest.equals(expected)) {
      throw new ProcessGroupException(
          "Executors and workers need equal parameters, but their digests are %s and %s. Look for different processors: their vectors may add in another order."
              .formatted(expected, digest));
    }
  }
}
