package io.cambric.examples.digits;

import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.schedule.Schedules.warmupCosineDecay;

import io.cambric.errors.NonFiniteException;
import io.cambric.examples.Version;
import io.cambric.examples.console.Checks;
import io.cambric.examples.console.ClosedOutputException;
import io.cambric.examples.console.OutputFile;
import io.cambric.nn.report.LineChart;
import io.cambric.nn.report.Series;
import io.cambric.nn.summary.Summary;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.writer.Progress;
import io.cambric.nn.writer.Terminal;
import io.cambric.random.Key;
import io.cambric.random.Random;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code ./run digits}: trains the network on the handwritten digits, and reports its
 * accuracy on the test part.
 */
@Command(
    name = "digits",
    description = "Trains a convolutional network on 1,797 handwritten digits, in under a minute.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class DigitsCommand implements Callable<Integer> {

  /** The learning rate rises during the first one of this many parts of the training. */
  private static final int WARMUP_PART = 20;

  private static final int MAX_EPOCHS = 100_000;
  private static final int MAX_CHANNELS = 1024;
  private static final double MIN_RATE = 1e-9;
  private static final double MAX_RATE = 1e30;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "CSV of 64 pixels and a label a line.")
  private @Nullable Path data;

  @Option(names = "--seed", description = "Seed of parameters, dropout and order of the images.")
  private long seed = 1;

  @Option(names = "--epochs", description = "Passes over the training part, 1 to 100000.")
  private int epochs = 20;

  @Option(names = "--batch", description = "Images a step, 1 to all of the training part.")
  private int batch = 64;

  @Option(names = "--width", description = "Channels of the first convolutions, 1 to 1024.")
  private int width = 48;

  @Option(names = "--rate", description = "Peak learning rate, 1e-9 to 1e30.")
  private double rate = 3e-3;

  @Option(names = "--out", paramLabel = "FILE", description = "Where the loss curve is written.")
  private Path curve = Path.of("digits-loss.svg");

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public DigitsCommand() {}

  @Override
  public Integer call() throws IOException {
    var command = Objects.requireNonNull(spec);
    var out = command.commandLine().getOut();
    var checks = new Checks(command);
    checks.range("--epochs", epochs, 1, MAX_EPOCHS);
    checks.range("--batch", batch, 1, Integer.MAX_VALUE);
    checks.range("--width", width, 1, MAX_CHANNELS);
    checks.range("--rate", rate, MIN_RATE, MAX_RATE);
    checks.writable("--out", curve);
    var digits = data == null ? DigitsData.builtIn() : DigitsData.load(data);
    var training = digits.trainingPart();
    var test = digits.testPart();
    checks.range("--batch", batch, 1, training.size());
    int steps = training.size() / batch;
    checks.range("--epochs", epochs, 1, Math.min(MAX_EPOCHS, Integer.MAX_VALUE / steps));

    var net = DigitsNet.of(width, 128, 0.3);
    int total = steps * epochs;
    var tx = adam(warmupCosineDecay(0, rate, total / WARMUP_PART, total));
    var key = Key.of(seed);
    var sample = training.batch(0);
    var state = StandardTrainState.create(net, net.init(key, sample.images(), false), tx);
    out.printf(
        Locale.ROOT,
        "%d images to learn from, %d to test on; %d epoch%s of %d steps%n%n",
        training.size(),
        test.size(),
        epochs,
        epochs == 1 ? "" : "s",
        steps);
    var summary =
        Summary.of(net, state.variables(), m -> m.call(sample.images(), false))
            .withWidth(Terminal.columns());
    out.println(Terminal.table(summary.toText(), Terminal.charset()));
    ClosedOutputException.check(out);
    report(train(state, training, key, out), test, out);
    return 0;
  }

  /** The result of a training: the state after it, and the mean loss of each epoch. */
  private record Trained(StandardTrainState<DigitsNet> state, List<Double> losses) {}

  private Trained train(
      StandardTrainState<DigitsNet> initial, DigitsData training, Key key, PrintWriter out) {
    var state = initial;
    int steps = training.size() / batch;
    var progress = Progress.standard(out);
    var losses = new ArrayList<Double>();
    for (int epoch = 1; epoch <= epochs; epoch++) {
      long start = System.nanoTime();
      int[] order = Random.permutation(key.foldIn(-epoch), training.size()).toInts();
      double loss = 0;
      int correct = 0;
      for (int i = 0; i < steps; i++) {
        var images = training.batch(rows(order, i));
        var step = Trainer.train(state, images, key.foldIn((epoch - 1) * steps + i));
        state = step.state();
        loss += finite(step.loss().item(), epoch, i + 1, progress);
        correct += (int) step.correct().item();
        progress.show("epoch " + epoch, i + 1, steps);
      }
      losses.add(loss / steps);
      progress.println(
          String.format(
              Locale.ROOT,
              "epoch %2d/%d  loss %.4f  training accuracy %.4f  %.1f s",
              epoch,
              epochs,
              loss / steps,
              (double) correct / (steps * batch),
              (System.nanoTime() - start) / 1e9));
      ClosedOutputException.check(out);
    }
    if (!Trainer.isFinite(state)) {
      throw diverged("The parameters are no finite numbers after the last step.");
    }
    return new Trained(state, losses);
  }

  /** Writes the curve, and reports the accuracy even if that fails. */
  private void report(Trained trained, DigitsData test, PrintWriter out) throws IOException {
    double accuracy = (double) Trainer.countCorrect(trained.state(), test.batch()) / test.size();
    try {
      var losses = Series.of("cross entropy", trained.losses());
      var chart = new LineChart("Training loss, cross entropy", "epoch", List.of(losses), true);
      OutputFile.write(curve, chart.toSvg());
      out.println("loss curve: " + curve);
    } finally {
      out.printf(Locale.ROOT, "test accuracy: %.4f%n", accuracy);
    }
  }

  private double finite(double loss, int epoch, int step, Progress progress) {
    if (!Double.isFinite(loss)) {
      progress.clear();
      throw diverged("The loss is %s in epoch %d, step %d.".formatted(loss, epoch, step));
    }
    return loss;
  }

  private NonFiniteException diverged(String what) {
    return new NonFiniteException(
        "%s The training has diverged: pass a --rate below %s.".formatted(what, Checks.text(rate)));
  }

  private int[] rows(int[] order, int step) {
    return Arrays.copyOfRange(order, step * batch, (step + 1) * batch);
  }
}
