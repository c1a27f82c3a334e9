package io.cambric.optax;

import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Jvp;

/**
 * The logarithm of the softmax over the last axis, times weights, where {@code 0 log(0) = 0}.
 *
 * <p>The derivative follows the formula without the exception. With respect to a weight, it is the
 * logarithm, which may be infinite. With respect to a logit of weight 0, it is finite, without 0
 * times infinity.
 */
final class WeightedLogSoftmax {

  private record Operands(Array logits, Array weights) {}

  private static final Fn<Operands, Array> FUNCTION =
      Transforms.customJvp(WeightedLogSoftmax::value, WeightedLogSoftmax::rule);

  private WeightedLogSoftmax() {}

  static Array of(Array logits, Array weights) {
    return FUNCTION.apply(new Operands(logits, weights));
  }

  private static Array value(Operands x) {
    var weighted = x.weights().mul(Activations.logSoftmax(x.logits()));
    return Numpy.where(x.weights().eq(0), Numpy.zerosLike(weighted), weighted);
  }

  private static Jvp<Array> rule(Operands x, Operands tangent) {
    var softmax = Activations.softmax(x.logits());
    var mean = tangent.logits().mul(softmax).sum(-1).expandDims(-1);
    var alongLogits = x.weights().mul(tangent.logits()).sub(x.weights().mul(mean));
    var alongWeights = tangent.weights().mul(Activations.logSoftmax(x.logits()));
    return new Jvp<>(value(x), alongLogits.add(alongWeights));
  }
}
