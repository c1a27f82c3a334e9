package io.cambric.conformance.flax;

import io.cambric.array.DType;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.core.Array;
import io.cambric.optax.Losses;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The task of a training run: inputs and loss, found by the words of the case.
 *
 * @param inputs the arguments of the model for a batch, in training or not
 * @param loss of the output of the model for a batch
 */
record TrainingTask(Inputs inputs, Loss loss) {

  /** Arguments of a batch. */
  interface Inputs {
    List<@Nullable Object> of(Map<String, Array> batch, boolean train);
  }

  /** A scalar to make small. */
  interface Loss {
    Array of(Object output, Map<String, Array> batch);
  }

  private static final Map<String, TrainingTask> BY_WORDS =
      Map.of(
          "mean softmax cross entropy with integer labels",
          new TrainingTask(
              (batch, _) -> List.of(batch.get("x")),
              (output, batch) -> crossEntropy(output, batch.get("y"))),
          "input = image/255 (float32); mean softmax cross entropy with integer labels",
          new TrainingTask(
              (batch, _) -> List.of(pixels(batch)),
              (output, batch) -> crossEntropy(output, batch.get("label"))),
          "input = image/255 - 0.5; train=true, mutable batch_stats, dropout stream per step; mean"
              + " softmax cross entropy",
          new TrainingTask(
              (batch, train) -> List.of(pixels(batch).sub(0.5), train),
              (output, batch) -> crossEntropy(output, batch.get("label"))),
          "inputs tokens[:, :-1], targets tokens[:, 1:]; mean softmax cross entropy",
          new TrainingTask(
              (batch, _) -> List.of(inputTokens(batch)),
              (output, batch) -> crossEntropy(output, targetTokens(batch))),
          "inputs tokens[:, :-1], targets tokens[:, 1:], train=true; mean softmax cross entropy",
          new TrainingTask(
              (batch, train) -> List.of(inputTokens(batch), train),
              (output, batch) -> crossEntropy(output, targetTokens(batch))),
          "sum over features of sigmoid binary cross entropy, mean over batch, plus mean over batch"
              + " of KL = -0.5 sum(1 + logvar - mean^2 - exp(logvar))",
          new TrainingTask((batch, _) -> List.of(batch.get("x")), TrainingTask::evidence));

  /** {@return the task of these words} */
  static TrainingTask of(String words) {
    return Optional.ofNullable(BY_WORDS.get(words))
        .orElseThrow(() -> new UnsupportedFeature("loss:" + words));
  }

  /** {@return whether there is a task of these words} */
  static boolean exists(String words) {
    return BY_WORDS.containsKey(words);
  }

  private static Array pixels(Map<String, Array> batch) {
    return batch.get("image").astype(DType.F32).div(255);
  }

  private static Array inputTokens(Map<String, Array> batch) {
    var tokens = batch.get("tokens");
    return tokens.slice(1, 0, tokens.dim(1) - 1);
  }

  private static Array targetTokens(Map<String, Array> batch) {
    var tokens = batch.get("tokens");
    return tokens.slice(1, 1, tokens.dim(1));
  }

  private static Array crossEntropy(Object output, Array labels) {
    return Losses.softmaxCrossEntropyWithIntegerLabels((Array) output, labels).mean();
  }

  private static Array evidence(Object output, Map<String, Array> batch) {
    var parts = (List<?>) output;
    var logits = (Array) parts.get(0);
    var mean = (Array) parts.get(1);
    var logvar = (Array) parts.get(2);
    var reconstruction = Losses.sigmoidBinaryCrossEntropy(logits, batch.get("x")).sum(-1).mean();
    var divergence = logvar.add(1).sub(mean.square()).sub(logvar.exp()).sum(-1).mul(-0.5).mean();
    return reconstruction.add(divergence);
  }
}
