/**
 * The optimisers of {@code flax.optim}, for code that was written for them. The package is
 * deprecated. New code uses {@link io.cambric.optax.Optax}.
 *
 * <p>An {@link Optimizer} is one pytree of parameters, state and definition. A training step takes
 * it and returns the next one.
 *
 * {@snippet :
 * var optimizer = new Momentum(0.1).create(variables.params());
 * optimizer = optimizer.applyGradient(grads, momentum -> momentum.withLearningRate(rate));
 * }
 *
 * @see <a href="https://flax.readthedocs.io/en/latest/flip/1009-optimizer-api.html">FLIP 1009</a>
 */
@NullMarked
package io.cambric.nn.optim;

import org.jspecify.annotations.NullMarked;
