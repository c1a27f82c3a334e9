package io.cambric.nn.optim;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import java.util.Map;

/**
 * The state of an optimiser.
 *
 * @param step steps taken, {@code i32[]}
 * @param paramStates the state of each parameter by its path, such as {@code Dense_0/kernel};
 *     parameters without an optimiser have none
 * @deprecated use {@link io.cambric.optax.base.OptState}
 * @see <a
 *     href="https://github.com/google/flax/blob/v0.5.3/flax/optim/base.py">flax.optim.OptimizerState</a>
 */
@Deprecated(since = "0.1.0")
@PyTree
public record OptimizerState(Array step, Map<String, Object> paramStates) {

  /** {@return the state before the first step} */
  static OptimizerState initial(Map<String, Object> paramStates) {
    return new OptimizerState(NdArray.scalar(DType.I32, 0), Map.copyOf(paramStates));
  }

  /** {@return the state after one more step} */
  OptimizerState next(Map<String, Object> nextParamStates) {
    return new OptimizerState(step.add(NdArray.scalar(DType.I32, 1)), Map.copyOf(nextParamStates));
  }

  /** {@return the state of the same step with other states of parameters} */
  OptimizerState sameStep(Map<String, Object> otherParamStates) {
    return new OptimizerState(step, Map.copyOf(otherParamStates));
  }
}
