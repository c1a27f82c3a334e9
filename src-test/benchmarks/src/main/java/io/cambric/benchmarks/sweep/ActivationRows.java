package io.cambric.benchmarks.sweep;

import static io.cambric.benchmarks.sweep.Family.FLOAT;
import static io.cambric.benchmarks.sweep.Family.WIDE;

import io.cambric.numpy.Activations;
import io.cambric.optax.Losses;
import java.util.List;

/** Activations, functions of rows and losses. */
final class ActivationRows {

  private static final String ONE = "a b";

  private ActivationRows() {}

  static List<Family> families() {
    return List.of(activations(), rows(), losses());
  }

  private static Family activations() {
    return new Family("activations", 2_000_000, true)
        .add("nn.celu", FLOAT, ONE, x -> Activations.celu(x))
        .add("nn.elu", FLOAT, ONE, x -> Activations.elu(x))
        .add("nn.gelu", FLOAT, ONE, x -> Activations.gelu(x))
        .add("nn.gelu:exact", FLOAT, ONE, x -> Activations.gelu(x, false))
        .add("nn.glu", FLOAT, "a 2*b", x -> Activations.glu(x))
        .add("nn.hardSigmoid", FLOAT, ONE, Activations::hardSigmoid)
        .add("nn.hardSilu", FLOAT, ONE, Activations::hardSilu)
        .add("nn.hardTanh", FLOAT, ONE, Activations::hardTanh)
        .add("nn.leakyRelu", FLOAT, ONE, x -> Activations.leakyRelu(x))
        .add("nn.logSigmoid", FLOAT, ONE, Activations::logSigmoid)
        .add("nn.mish", FLOAT, ONE, Activations::mish)
        .add("nn.relu", FLOAT, ONE, Activations::relu)
        .add("nn.relu6", FLOAT, ONE, Activations::relu6)
        .add("nn.selu", FLOAT, ONE, Activations::selu)
        .add("nn.sigmoid", FLOAT, ONE, Activations::sigmoid)
        .add("nn.silu", FLOAT, ONE, Activations::silu)
        .add("nn.softSign", FLOAT, ONE, Activations::softSign)
        .add("nn.softplus", FLOAT, ONE, Activations::softplus)
        .add("nn.squareplus", FLOAT, ONE, x -> Activations.squareplus(x));
  }

  private static Family rows() {
    return new Family("functions of rows", 2_000_000, true)
        .add("nn.softmax", FLOAT, ONE, x -> Activations.softmax(x))
        .add("nn.softmax:columns", FLOAT, ONE, x -> Activations.softmax(x, 0))
        .add("nn.logSoftmax", FLOAT, ONE, x -> Activations.logSoftmax(x))
        .add("nn.standardize", FLOAT, "a b:2-6000", x -> Activations.standardize(x));
  }

  private static Family losses() {
    return new Family("losses", 2_000_000, false)
        .add(
            "losses.softmaxCrossEntropyWithIntegerLabels",
            FLOAT,
            "a b, ids(b) a",
            (x, i) -> Losses.softmaxCrossEntropyWithIntegerLabels(x, i))
        .add(
            "losses.softmaxCrossEntropy",
            FLOAT,
            "a b, share a b",
            (x, y) -> Losses.softmaxCrossEntropy(x, y))
        .add(
            "losses.sigmoidBinaryCrossEntropy",
            FLOAT,
            "a b, share a b",
            Losses::sigmoidBinaryCrossEntropy)
        .add("losses.squaredError", FLOAT, "a b, a b", (x, y) -> Losses.squaredError(x, y))
        .add("losses.huberLoss", FLOAT, "a b, a b", (x, y) -> Losses.huberLoss(x, y))
        .add(
            "losses.cosineSimilarity",
            WIDE,
            "a b:2-6000, a b",
            (x, y) -> Losses.cosineSimilarity(x, y));
  }
}
