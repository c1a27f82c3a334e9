/**
 * Gradient transformations, schedules and losses, for training loops over any pytree of arrays.
 *
 * <p>An optimiser is a chain of transformations, each a record of its hyperparameters:
 *
 * {@snippet :
 * var tx = chain(clipByGlobalNorm(1.0), adamw(warmupCosineDecay(0, 1e-3, 100, 10_000)));
 * var state = tx.init(params);
 * var step = tx.update(grads, state, params);
 * params = applyUpdates(params, step.updates());
 * state = step.state();
 * }
 */
@CheckReturnValue
@NullMarked
package io.cambric.optax;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
