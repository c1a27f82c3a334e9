package io.cambric.examples.gpt;

import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.*;
import static io.cambric.optax.schedule.Schedules.warmupCosineDecay;

import io.cambric.core.Array;
import io.cambric.models.gpt2.Gpt2;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.scope.Params;
import io.cambric.transform.function.Fn;

/** The loss of a GPT, and the optimiser for it. */
final class GptLoss {

  private static final double MAX_NORM = 1;

  /** The learning rate rises during the first one of this many parts of the training. */
  private static final int WARMUP_PART = 20;

  private GptLoss() {}

  /**
   * {@return the mean loss of a token}
   *
   * @param windows {@code [batch, context + 1]}: each token is to follow from those before
   */
  static Array of(Gpt2 gpt, Array windows, boolean isTraining) {
    var logits = gpt.call(windows.get(":, :-1"), isTraining);
    return softmaxCrossEntropyWithIntegerLabels(logits, windows.get(":, 1:")).mean();
  }

  /** {@return AdamW on clipped gradients, with weight decay of matrices and tables only} */
  static GradientTransformation optimizer(double rate, double decay, int steps) {
    var schedule = warmupCosineDecay(0, rate, steps / WARMUP_PART, steps);
    Fn<Params, Params> matrices = params -> params.map(param -> param.rank() > 1);
    return chain(
        clipByGlobalNorm(MAX_NORM), adamw(schedule).withWeightDecay(decay).withMask(matrices));
  }
}
