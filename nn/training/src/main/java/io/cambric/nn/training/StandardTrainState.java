package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.serialization.Serialization;

/**
 * The standard train state: parameters, other collections such as running statistics, the model and
 * the optimiser.
 *
 * {@snippet :
 * var state = StandardTrainState.create(model, model.init(key, images), adam(1e-3));
 * }
 *
 * <p>Its state dict has the fields of a train state of Flax: {@code step}, {@code params}, {@code
 * opt_state} and one for each other collection.
 *
 * @param step steps taken, {@code i32[]}
 * @param params the trained parameters
 * @param modelState all collections but {@code params}, such as {@code batch_stats}
 * @param optState the state of the optimiser
 * @param model the model, metadata of the tree
 * @param tx the optimiser, metadata of the tree
 * @param <M> the model
 */
@PyTree
public record StandardTrainState<M>(
    Array step,
    Params params,
    Variables modelState,
    OptState optState,
    @Static M model,
    @Static GradientTransformation tx)
    implements TrainState<StandardTrainState<M>>, StandardTrainStateWith<M> {

  static {
    Serialization.<StandardTrainState<?>>registerFields(
        StandardTrainState.class, TrainStateFields::of, TrainStateFields::restored);
  }

  /** {@return a state that has not taken a step, from the variables that init returned} */
  public static <M> StandardTrainState<M> create(
      M model, Variables variables, GradientTransformation tx) {
    var params = variables.params();
    return new StandardTrainState<>(
        TrainState.initStep(),
        params,
        variables.without(Variables.PARAMS),
        TrainState.initOptState(tx, params),
        model,
        tx);
  }

  /** {@return all variables, as apply takes them} */
  public Variables variables() {
    return variables(params);
  }

  /** {@return all variables with other parameters, for a loss that is differentiated in them} */
  public Variables variables(Params params) {
    return Variables.of(params).with(modelState);
  }
}
