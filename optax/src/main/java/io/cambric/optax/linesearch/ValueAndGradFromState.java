package io.cambric.optax.linesearch;

import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.OptState;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.ValueAndGrad;

/**
 * The value and the gradient of a loss, taken from the state of a line search if possible.
 *
 * <p>They are computed if the value in the state is infinite or NaN, as before the first step.
 *
 * @param function the loss, of the parameters only
 * @param <P> the tree of parameters
 */
public record ValueAndGradFromState<P>(Fn<P, Array> function)
    implements Fn2<P, OptState, ValueAndGrad<P>> {

  /**
   * {@return the value and the gradient}
   *
   * @throws TreeStructureException if the state has no value or no gradient, or several of them
   */
  @Override
  @SuppressWarnings("unchecked") // a search keeps a gradient like the parameters
  public ValueAndGrad<P> apply(P params, OptState state) {
    var value = state.find("value", Array.class).orElseThrow(ValueAndGradFromState::missing);
    var grad = (P) state.find("grad", Object.class).orElseThrow(ValueAndGradFromState::missing);
    return Transforms.cond(
        Numpy.isfinite(value),
        _ -> new ValueAndGrad<>(value, grad),
        Transforms.valueAndGrad(function),
        params);
  }

  private static TreeStructureException missing() {
    return new TreeStructureException(
        "valueAndGradFromState needs a value and a gradient in the state, but it lacks one of them. Use scaleByZoomLinesearch, or withStoreGrad(true) of scaleByBacktrackingLinesearch.");
  }
}
