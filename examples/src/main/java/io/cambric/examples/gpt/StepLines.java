package io.cambric.examples.gpt;

import io.cambric.nn.training.TrainingEvent;
import java.util.Locale;
import java.util.function.Consumer;

/** A hook that prints the losses after each validation, and the speed; mutable. */
final class StepLines<S> implements Consumer<TrainingEvent<S>> {

  private final Consumer<String> out;
  private final int steps;
  private final int every;
  private final int tokens;
  private long lastStep;
  private long lastTime = System.nanoTime();

  /**
   * Makes a hook.
   *
   * @param out takes a line
   * @param steps of the training
   * @param every steps from one line to the next
   * @param tokens of a step
   */
  StepLines(Consumer<String> out, int steps, int every, int tokens) {
    this.out = out;
    this.steps = steps;
    this.every = every;
    this.tokens = tokens;
  }

  @Override
  public void accept(TrainingEvent<S> event) {
    long step = event.step();
    if (step % every != 0) {
      return;
    }
    double seconds = (System.nanoTime() - lastTime) / 1e9;
    out.accept(
        String.format(
            Locale.ROOT,
            "step %5d/%d  loss %.4f  validation loss %.4f  %.0f tokens a second",
            step,
            steps,
            event.metric("train/loss"),
            event.metric("validation/loss"),
            (step - lastStep) * tokens / seconds));
    lastStep = step;
    lastTime = System.nanoTime();
  }
}
