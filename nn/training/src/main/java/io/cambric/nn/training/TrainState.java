package io.cambric.nn.training;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.scope.Params;

/**
 * The state of training: parameters, step count and the state of the optimiser. A training step
 * maps one to the next.
 *
 * <p>Implementations are {@code @PyTree} records. They have at least the components named here, and
 * add all other values that a training changes. {@link StandardTrainState} is a ready
 * implementation. The processor writes the withers of a record that implements its interface of
 * withers, {@code StateWith} below.
 *
 * {@snippet :
 * @PyTree
 * record State(Array step, Params params, OptState optState, @Static GradientTransformation tx)
 *     implements TrainState<State>, StateWith {}
 * }
 *
 * @param <S> the record itself
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.training.html">flax.training.train_state</a>
 */
public interface TrainState<S extends TrainState<S>> {

  /** {@return the number of steps taken, {@code i32[]}} */
  Array step();

  /** {@return the trained parameters} */
  Params params();

  /** {@return the state of the optimiser, from {@link #initOptState} at first} */
  OptState optState();

  /** {@return the optimiser} */
  GradientTransformation tx();

  /** {@return this with another number of steps taken} */
  S withStep(Array step);

  /** {@return this with other parameters, such as averaged ones for an evaluation} */
  S withParams(Params params);

  /** {@return this with another state of the optimiser} */
  S withOptState(OptState optState);

  /**
   * {@return this with another optimiser, which needs a state of its own: {@link #initOptState}}
   */
  S withTx(GradientTransformation tx);

  /**
   * {@return this after a step along gradients: parameters and optimiser updated, one step counted}
   *
   * <p>If the gradients have a collection {@code _overwrite_with_gradient} besides {@code params},
   * its values replace the parameters' values unchanged. The optimiser sees {@code params} only.
   *
   * @param grads structured like {@link #params}
   * @throws io.cambric.errors.TreeStructureException if the structures differ
   */
  default S applyGradients(Params grads) {
    var trained = OverwrittenParams.trained(params());
    var updated = tx().update(OverwrittenParams.trained(grads), optState(), trained);
    var params = Optax.applyUpdates(trained, updated.updates());
    return withParams(OverwrittenParams.joined(params, grads))
        .withOptState(updated.state())
        .withStep(nextStep(step()));
  }

  private static Array nextStep(Array step) {
    return step.add(NdArray.scalar(DType.I32, 1));
  }

  /** {@return the count of a state that has not taken a step} */
  static Array initStep() {
    return NdArray.scalar(DType.I32, 0);
  }

  /** {@return the state of an optimiser before the first step} */
  static OptState initOptState(GradientTransformation tx, Params params) {
    return tx.init(OverwrittenParams.trained(params));
  }
}
