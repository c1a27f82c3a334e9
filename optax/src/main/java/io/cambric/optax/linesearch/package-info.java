/**
 * Line searches, and the quasi-Newton directions that they follow.
 *
 * <p>A line search needs the value of the loss, its gradient and the loss as a function as extra
 * arguments. {@link io.cambric.optax.Optax#valueAndGradFromState} reuses the value and the gradient
 * that a search has computed.
 */
@NullMarked
package io.cambric.optax.linesearch;

import org.jspecify.annotations.NullMarked;
