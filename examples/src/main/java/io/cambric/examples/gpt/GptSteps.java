package io.cambric.examples.gpt;

import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.adamw;
import static io.cambric.optax.Optax.chain;
import static io.cambric.optax.Optax.clipByGlobalNorm;
import static io.cambric.optax.schedule.Schedules.warmupCosineDecay;
import static io.cambric.transform.Transforms.valueAndGrad;

import io.cambric.core.Array;
import io.cambric.models.gpt2.Gpt2;
import io.cambric.module.ApplyOptions;
import io.cambric.nn.training.Mean;
import io.cambric.nn.training.Metrics;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.StepResult;
import io.cambric.numpy.Key;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.scope.Params;
import io.cambric.transform.function.Fn;

/** The functions of the training: the optimiser, a step, and an evaluation. */
final class GptSteps {

  private static final double MAX_NORM = 1;

  /** The learning rate rises during the first one of this many parts of the training. */
  private static final int WARMUP_PART = 20;

  private GptSteps() {}

  /** {@return AdamW on clipped gradients, with weight decay of matrices and tables only} */
  static GradientTransformation optimizer(double rate, double decay, int steps) {
    var schedule = warmupCosineDecay(0, rate, steps / WARMUP_PART, steps);
    Fn<Params, Params> matrices = params -> params.map(param -> param.rank() > 1);
    return chain(
        clipByGlobalNorm(MAX_NORM), adamw(schedule).withWeightDecay(decay).withMask(matrices));
  }

  /**
   * {@return the state after one step}
   *
   * @param windows {@code [batch, context + 1]}: each token is to follow from those before
   */
  static StepResult<StandardTrainState<Gpt2>> step(
      StandardTrainState<Gpt2> state, Array windows, Key dropout) {
    var options = ApplyOptions.rng("dropout", dropout.foldIn(state.step()));
    var all =
        valueAndGrad(
                (Params params) -> {
                  var logits =
                      state
                          .model()
                          .apply(
                              state.variables(params),
                              options,
                              (Gpt2 m) -> m.call(windows.get(":, :-1"), true))
                          .output();
                  return losses(logits, windows).mean();
                })
            .apply(state.params());
    return StepResult.of(state.applyGradients(all.grads())).with("loss", all.value());
  }

  /** {@return the mean loss of a token} */
  static Metrics evaluation(StandardTrainState<Gpt2> state, Array windows) {
    Array logits =
        state.model().apply(state.variables(), (Gpt2 m) -> m.call(windows.get(":, :-1")));
    return Metrics.of("loss", Mean.empty().update(losses(logits, windows)));
  }

  private static Array losses(Array logits, Array windows) {
    return softmaxCrossEntropyWithIntegerLabels(logits, windows.get(":, 1:"));
  }
}
