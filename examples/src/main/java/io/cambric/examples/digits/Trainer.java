package io.cambric.examples.digits;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.optax.loss.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGradAux;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Numpy;
import io.cambric.random.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import io.cambric.transform.result.WithAux;
import io.cambric.tree.Trees;

/**
 * The two compiled functions of the example: a step of training, and the counting of right answers.
 */
final class Trainer {

  private static final Fn3<StandardTrainState<DigitsNet>, Batch, Key, Step> STEP =
      jit(Trainer::step);

  private static final Fn2<StandardTrainState<DigitsNet>, Batch, Array> CORRECT =
      jit(Trainer::correct);

  private Trainer() {}

  /**
   * The result of a step.
   *
   * @param state after the step
   * @param loss mean cross entropy over the batch, in nats
   * @param correct right answers while training, dropout included, i32
   */
  @PyTree
  record Step(StandardTrainState<DigitsNet> state, Array loss, Array correct) {}

  /** The auxiliary output of the loss: the running statistics after the batch, and the logits. */
  @PyTree
  record Aux(Variables batchStats, Array logits) {}

  /** {@return the state after one step on a batch, dropping units by a key of its own} */
  static Step train(StandardTrainState<DigitsNet> state, Batch batch, Key dropout) {
    return STEP.apply(state, batch, dropout);
  }

  /** {@return how many images of a batch are classified correctly} */
  static int countCorrect(StandardTrainState<DigitsNet> state, Batch batch) {
    return (int) CORRECT.apply(state, batch).item();
  }

  /** {@return whether all parameters are finite numbers} */
  static boolean isFinite(StandardTrainState<DigitsNet> state) {
    return Trees.leaves(state.params()).stream()
        .allMatch(leaf -> leaf instanceof Array array && Numpy.isfinite(array).all().item() != 0);
  }

  private static Step step(StandardTrainState<DigitsNet> state, Batch batch, Key dropout) {
    var all =
        valueAndGradAux((Params params) -> loss(state, params, batch, dropout))
            .apply(state.params());
    var next = state.applyGradients(all.grads()).withModelState(all.aux().batchStats());
    return new Step(next, all.value(), hits(all.aux().logits(), batch));
  }

  private static WithAux<Aux> loss(
      StandardTrainState<DigitsNet> state, Params params, Batch batch, Key dropout) {
    var applied =
        state
            .model()
            .apply(
                state.variables(params),
                mutable("batch_stats").rng("dropout", dropout),
                m -> m.call(batch.images(), true));
    var logits = applied.output();
    var loss = softmaxCrossEntropyWithIntegerLabels(logits, batch.labels()).mean();
    return new WithAux<>(loss, new Aux(applied.variables(), logits));
  }

  private static Array correct(StandardTrainState<DigitsNet> state, Batch batch) {
    return hits(state.model().apply(state.variables(), batch.images(), false), batch);
  }

  private static Array hits(Array logits, Batch batch) {
    return logits.argmax(-1).eq(batch.labels()).sum();
  }
}
