package io.cambric.nn.optim;

import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * An optimiser that treats each parameter separately. An optimiser of one's own is a record of its
 * hyperparameters that implements this interface.
 *
 * {@snippet :
 * record SignDescent(Scalar learningRate) implements ParamOptimizerDef<SignDescent, EmptyState> {
 *   public EmptyState initParamState(Array param) {
 *     return new EmptyState();
 *   }
 *
 *   public ParamUpdate<EmptyState> applyParamGradient(
 *       Array step, Array param, EmptyState state, Array grad) {
 *     return new ParamUpdate<>(param.sub(learningRate.times(Numpy.sign(grad))), state);
 *   }
 * }
 * }
 *
 * @param <D> the definition itself
 * @param <S> the state of one parameter, a pytree
 * @deprecated use {@link io.cambric.optax.base.Stateful}
 * @see <a
 *     href="https://github.com/google/flax/blob/v0.5.3/flax/optim/base.py">flax.optim.OptimizerDef</a>
 */
@Deprecated(since = "0.1.0")
public interface ParamOptimizerDef<D extends ParamOptimizerDef<D, S>, S> extends OptimizerDef<D> {

  /** {@return the state of a parameter before the first step} */
  S initParamState(Array param);

  /**
   * {@return the parameter and its state after one step}
   *
   * @param step steps taken before this one, {@code i32[]}
   * @param param the parameter
   * @param state its state
   * @param grad its gradient, of the same shape
   */
  ParamUpdate<S> applyParamGradient(Array step, Array param, S state, Array grad);

  @Override
  default OptimizerState initState(Map<String, Array> params) {
    var states = new LinkedHashMap<String, Object>();
    params.forEach((path, param) -> states.put(path, initParamState(param)));
    return OptimizerState.initial(states);
  }

  @Override
  default AppliedGradient applyGradient(
      Map<String, Array> params, OptimizerState state, Map<String, Array> grads) {
    if (!state.paramStates().keySet().equals(params.keySet())) {
      throw new TreeStructureException(
          "%s needs a state of the parameters %s, but got a state of %s. Call create for these parameters."
              .formatted(
                  getClass().getSimpleName(),
                  params.keySet().stream().sorted().toList(),
                  state.paramStates().keySet().stream().sorted().toList()));
    }
    var nextParams = new LinkedHashMap<String, Array>();
    var nextStates = new LinkedHashMap<String, Object>();
    params.forEach((path, param) -> {
      @SuppressWarnings("unchecked") // of initParamState, or of the last step
      var paramState = (S) Objects.requireNonNull(state.paramStates().get(path));
      var grad = Objects.requireNonNull(grads.get(path));
      var updated = applyParamGradient(state.step(), param, paramState, grad);
      nextParams.put(path, updated.param());
      nextStates.put(path, updated.state());
    });
    return new AppliedGradient(nextParams, state.next(nextStates));
  }
}
