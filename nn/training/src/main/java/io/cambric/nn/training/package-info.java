/**
 * Train states: all values that change while a model is trained, as one pytree that a jitted step
 * takes and returns.
 *
 * {@snippet :
 * var state = StandardTrainState.create(model, model.init(key, x), adam(1e-3));
 * var step = jit((StandardTrainState<Mlp> s, Batch batch) -> s.applyGradients(grads(s, batch)));
 * state = step.apply(state, batch);
 * }
 */
@NullMarked
package io.cambric.nn.training;

import org.jspecify.annotations.NullMarked;
