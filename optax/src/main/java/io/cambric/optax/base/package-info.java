/**
 * The interfaces of gradient transformations, their states and arguments, and helpers that
 * implementations share.
 *
 * <p>Training loops hold a {@link io.cambric.optax.base.GradientTransformation} and an {@link
 * io.cambric.optax.base.OptState}. A custom transformation implements {@link
 * io.cambric.optax.base.Stateful}, {@link io.cambric.optax.base.Stateless} or {@link
 * io.cambric.optax.base.Composition}.
 */
@CheckReturnValue
@NullMarked
package io.cambric.optax.base;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
