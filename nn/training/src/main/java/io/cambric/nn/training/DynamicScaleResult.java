package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * The result of differentiation with a {@link DynamicScale}.
 *
 * @param dynamicScale the scale of the next step
 * @param finite whether all gradients are finite, {@code bool[]}; if not, leave the parameters
 * @param aux the loss, without the scale; with auxiliary output a pair of both
 * @param grad the gradients, without the scale, shaped like the argument, f32
 * @param <X> {@code Array} or {@code WithAux}
 * @param <P> the argument
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.training.html#dynamic-scale">flax.training.dynamic_scale</a>
 */
@PyTree
public record DynamicScaleResult<X, P>(DynamicScale dynamicScale, Array finite, X aux, P grad) {}
