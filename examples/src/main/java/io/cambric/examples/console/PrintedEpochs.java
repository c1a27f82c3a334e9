package io.cambric.examples.console;

import io.cambric.nn.training.TrainingEvent;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A hook that prints numbers after every tenth part of a training, and after the last epoch.
 *
 * @param epochs of the training
 * @param metrics names of the numbers, in order
 * @param <S> the train state
 */
record PrintedEpochs<S>(ExampleRun run, int epochs, List<String> metrics)
    implements Consumer<TrainingEvent<S>> {

  private static final int LINES = 10;

  private static final double SMALL = 0.01;

  @Override
  public void accept(TrainingEvent<S> event) {
    int digits = Integer.toString(epochs).length();
    int done = event.epoch() + 1;
    if (done % Math.ceilDiv(epochs, LINES) == 0 || done == epochs) {
      var numbers =
          metrics.stream()
              .map(name -> name + " " + text(event.metrics().getOrDefault(name, Double.NaN)))
              .collect(Collectors.joining("  "));
      run.printf("epoch %" + digits + "d/%d  %s", done, epochs, numbers);
    }
  }

  /** {@return a number with four decimals, or three digits if it is small} */
  private static String text(double value) {
    return String.format(Locale.ROOT, Math.abs(value) < SMALL ? "%.3g" : "%.4f", value);
  }
}
