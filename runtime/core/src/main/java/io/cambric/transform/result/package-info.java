/**
 * Results of transformations, and of functions given to them: records of values, gradients and
 * auxiliary outputs. A result is a pytree if its components are.
 *
 * {@snippet :
 * ValueAndGrad<Params> both = valueAndGrad(loss).apply(params, batch);
 * Grads2<Array, Array> grads = grad(dot).argnums(0, 1).apply(x, y);
 * Array inFirst = grads.first();
 * }
 */
@CheckReturnValue
@NullMarked
package io.cambric.transform.result;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
