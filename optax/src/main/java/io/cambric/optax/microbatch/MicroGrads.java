package io.cambric.optax.microbatch;

import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/**
 * Gradients of single examples, combined, with individual outputs.
 *
 * @param grads the gradients after their transformation, combined
 * @param values the value for each example, along axis 0
 * @param metrics the metrics of each gradient, along axis 0; {@code null} without a function of
 *     metrics
 * @param <G> the transformed gradients
 */
public record MicroGrads<G>(G grads, Array values, @Nullable Object metrics) {}
