package io.cambric.conformance.interop;

import static io.cambric.numpy.Numpy.array;

import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import java.util.Map;

/** The scalars whose gradients were recorded, by their descriptions. */
final class ModelLoss {

  /** The label of positions that do not count. */
  private static final int IGNORED = -100;

  private ModelLoss() {}

  static Array of(String description, Map<String, Array> outputs, ModelInputs inputs) {
    if (description.startsWith("sum of all entries of E E^T")) {
      var e = outputs.get("embedding");
      return e.matmul(e.transpose()).sum();
    }
    var logits = outputs.get("logits");
    if (description.contains("logits[:, :-1]")) {
      int length = logits.dim(1);
      return crossEntropy(
          Numpy.take(logits, Numpy.arange(length - 1), 1),
          Numpy.take(inputs.get("input_ids"), Numpy.arange(1, length), 1));
    }
    if (description.contains("cross-entropy")) {
      return crossEntropy(logits, inputs.get("labels"));
    }
    throw new IllegalArgumentException("no loss: " + description);
  }

  private static Array crossEntropy(Array logits, Array labels) {
    var counts = Numpy.notEqual(labels, array(IGNORED));
    var safe = Numpy.where(counts, labels, array(0));
    var chosen =
        Numpy.takeAlongAxis(Activations.logSoftmax(logits), Numpy.expandDims(safe, -1), -1);
    var losses = Numpy.where(counts, Numpy.squeeze(chosen, -1).neg(), array(0f));
    return losses.sum().div(counts.sum());
  }
}
