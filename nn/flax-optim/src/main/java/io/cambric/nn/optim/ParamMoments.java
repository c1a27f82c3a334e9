package io.cambric.nn.optim;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.hyperparameter.Scalar;

/**
 * The two moments of {@link Adam} and {@link Lamb} for one parameter.
 *
 * @param gradEma average of gradients, in the shape of the parameter
 * @param gradSqEma average of their squares, likewise
 * @deprecated use {@link io.cambric.optax.transform.ScaleByAdam.State}
 */
@Deprecated(since = "0.1.0")
@PyTree
public record ParamMoments(Array gradEma, Array gradSqEma) {

  /** {@return zeros} */
  static ParamMoments zerosLike(Array param) {
    return new ParamMoments(Leaves.zeros(param), Leaves.zeros(param));
  }

  /** {@return the moments with a gradient} */
  ParamMoments with(Array grad, Scalar beta1, Scalar beta2) {
    return new ParamMoments(
        beta1.times(gradEma).add(beta1.complement().times(grad)),
        beta2.times(gradSqEma).add(beta2.complement().times(grad.square())));
  }

  /** {@return the first moment without the pull of the zeros at the start} */
  Array meanAfter(Array step, Scalar beta1) {
    return unbiased(gradEma, step, beta1);
  }

  /** {@return the second moment without the pull of the zeros at the start} */
  Array squareAfter(Array step, Scalar beta2) {
    return unbiased(gradSqEma, step, beta2);
  }

  private static Array unbiased(Array average, Array step, Scalar beta) {
    var steps = step.add(1).astype(average.dtype());
    return average.div(NdArray.weakScalar(1.0).sub(beta.array().pow(steps)));
  }
}
