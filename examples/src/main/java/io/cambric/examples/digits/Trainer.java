package io.cambric.examples.digits;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGradAux;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.GradientTransformation;
import io.cambric.random.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.Fn2;
import io.cambric.transform.Fn3;
import io.cambric.transform.WithAux;

/** The two compiled functions of the example: a step of training, and the counting of right answers. */
final class Trainer {

  private final DigitsNet net;
  private final Fn3<DigitsState, Batch, Key, Step> step;
  private final Fn2<DigitsState, Batch, Array> correct;

  /**
   * What a step gives.
   *
   * @param state after the step
   * @param loss mean cross entropy over the batch, in nats
   * @param correct right answers while training, dropout included, i32
   */
  @PyTree
  record Step(DigitsState state, Array loss, Array correct) {}

  /** What the loss carries along. */
  @PyTree
  record Aux(Params batchStats, Array logits) {}

  Trainer(DigitsNet net) {
    this.net = net;
    this.step = jit(this::step);
    this.correct = jit(this::correct);
  }

  DigitsState init(Key key, GradientTransformation<?> tx, Batch sample) {
    var variables = net.init(key, sample.images(), false);
    return new DigitsState(
        NdArray.scalar(DType.I32, 0),
        variables.params(),
        variables.collection("batch_stats"),
        tx.init(variables.params()),
        tx);
  }

  /** {@return the state after one step on a batch, dropping units by a key of its own} */
  Step train(DigitsState state, Batch batch, Key dropout) {
    return step.apply(state, batch, dropout);
  }

  /** {@return how many images of a batch are told right} */
  int countCorrect(DigitsState state, Batch batch) {
    return (int) correct.apply(state, batch).item();
  }

  private Step step(DigitsState state, Batch batch, Key dropout) {
    var all =
        valueAndGradAux((Params params) -> loss(state.withParams(params), batch, dropout))
            .apply(state.params());
    var next = state.applyGradients(all.grads()).withBatchStats(all.aux().batchStats());
    return new Step(next, all.value(), hits(all.aux().logits(), batch));
  }

  private WithAux<Aux> loss(DigitsState state, Batch batch, Key dropout) {
    var applied =
        net.apply(
            variables(state),
            mutable("batch_stats").rng("dropout", dropout),
            m -> m.call(batch.images(), true));
    var loss = softmaxCrossEntropyWithIntegerLabels(applied.output(), batch.labels()).mean();
    return new WithAux<>(
        loss, new Aux(applied.variables().collection("batch_stats"), applied.output()));
  }

  private Array correct(DigitsState state, Batch batch) {
    return hits(net.apply(variables(state), batch.images(), false), batch);
  }

  private static Array hits(Array logits, Batch batch) {
    return logits.argmax(-1).eq(batch.labels()).sum();
  }

  private static Variables variables(DigitsState state) {
    return Variables.of(state.params()).with("batch_stats", state.batchStats());
  }
}
