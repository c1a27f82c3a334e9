package io.cambric.examples.digits;

import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Schedules.warmupCosineDecay;

import io.cambric.errors.DataException;
import io.cambric.examples.console.Curve;
import io.cambric.examples.console.Progress;
import io.cambric.nn.Summary;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.random.Key;
import io.cambric.random.Random;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Trains the network on the handwritten digits and says how many of the test part it tells right.
 */
@Command(
    name = "digits",
    description = "Trains a convolutional network on 1,797 handwritten digits, in under a minute.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true)
public final class DigitsCommand implements Callable<Integer> {

  /** The learning rate rises during the first one of this many parts of the training. */
  private static final int WARMUP_PART = 20;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "CSV of 64 pixels and a label a line.")
  private @Nullable Path data;

  @Option(names = "--seed", description = "Seed of parameters, dropout and order of the images.")
  private long seed = 1;

  @Option(names = "--epochs", description = "Passes over the training part.")
  private int epochs = 20;

  @Option(names = "--batch", description = "Images a step.")
  private int batch = 64;

  @Option(names = "--width", description = "Channels of the first convolutions.")
  private int width = 48;

  @Option(names = "--rate", description = "Peak learning rate.")
  private double rate = 3e-3;

  @Option(names = "--out", paramLabel = "FILE", description = "Where the loss curve is written.")
  private Path curve = Path.of("digits-loss.svg");

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public DigitsCommand() {}

  @Override
  public Integer call() throws IOException {
    var out = Objects.requireNonNull(spec).commandLine().getOut();
    var digits = data == null ? DigitsData.builtIn() : DigitsData.load(data);
    var training = digits.trainingPart();
    var test = digits.testPart();
    requirePositive("--epochs", epochs);
    requirePositive("--width", width);
    requirePositive("--batch", batch);
    if (batch > training.size()) {
      throw new DataException(
          "--batch needs at most as many images as the training part has, %d, but got %d."
              .formatted(training.size(), batch));
    }

    var net = DigitsNet.of(width, 128, 0.3);
    int steps = training.size() / batch;
    int total = steps * epochs;
    var tx = adam(warmupCosineDecay(0, rate, total / WARMUP_PART, total));
    var key = Key.of(seed);
    var sample = training.batch(0);
    var state = StandardTrainState.create(net, net.init(key, sample.images(), false), tx);
    out.printf(
        "%d images to learn from, %d to test on; %d epochs of %d steps%n%n",
        training.size(), test.size(), epochs, steps);
    out.println(Summary.of(net, state.variables(), m -> m.call(sample.images(), false)));

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
        loss += step.loss().item();
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
    }
    new Curve("Training loss", "epoch", "cross entropy", List.copyOf(losses)).write(curve);
    out.println("loss curve: " + curve);
    var all = test.batch(IntStream.range(0, test.size()).toArray());
    out.printf(
        Locale.ROOT,
        "test accuracy: %.4f%n",
        (double) Trainer.countCorrect(state, all) / test.size());
    return 0;
  }

  private int[] rows(int[] order, int step) {
    return Arrays.copyOfRange(order, step * batch, (step + 1) * batch);
  }

  private static void requirePositive(String option, int value) {
    if (value <= 0) {
      throw new DataException("%s needs a number above 0, but got %d.".formatted(option, value));
    }
  }
}
