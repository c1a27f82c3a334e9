package io.cambric.examples.seq2seq;

import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.transform.Transforms.valueAndGrad;

import io.cambric.core.Array;
import io.cambric.nn.training.Mean;
import io.cambric.nn.training.Metrics;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.StepResult;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;

/** The functions of the training: a step, an evaluation, and answers. */
final class Seq2SeqSteps {

  private Seq2SeqSteps() {}

  /** {@return the state after one step, which reads the true answers} */
  static StepResult<StandardTrainState<Seq2Seq>> step(
      StandardTrainState<Seq2Seq> state, Additions batch) {
    var all =
        valueAndGrad((Params params) -> loss(state.model(), state.variables(params), batch))
            .apply(state.params());
    return StepResult.of(state.applyGradients(all.grads())).with("loss", all.value());
  }

  /** {@return the mean loss of a character, without padding} */
  static Array loss(Seq2Seq model, Variables variables, Additions batch) {
    Array logits = model.apply(variables, m -> m.call(batch.questions(), batch.answers()));
    var counts = Seq2SeqDef.counting(batch.answers());
    var losses = softmaxCrossEntropyWithIntegerLabels(logits, batch.answers().get(":, 1:"));
    return losses.mul(counts).sum().div(counts.sum());
  }

  /** {@return the share of answers of which all characters are right} */
  static Metrics evaluation(StandardTrainState<Seq2Seq> state, Additions batch) {
    return Metrics.of("accuracy", Mean.empty().update(right(state, batch)));
  }

  private static Array right(StandardTrainState<Seq2Seq> state, Additions batch) {
    var same = written(state, batch).eq(batch.answers().get(":, 1:"));
    var counts = Seq2SeqDef.counting(batch.answers());
    return Numpy.logicalOr(same, counts.eq(0)).all(-1);
  }

  /**
   * {@return the characters that the decoder writes, each from those it wrote before, {@code
   * [batch, n - 1]}}
   */
  static Array written(StandardTrainState<Seq2Seq> state, Additions batch) {
    var first = Numpy.zerosLike(batch.answers()).at(":, 0").set(batch.answers().get(":, 0"));
    Array logits =
        state
            .model()
            .withTeacherForcing(false)
            .apply(state.variables(), m -> m.call(batch.questions(), first));
    return logits.argmax(-1);
  }
}
