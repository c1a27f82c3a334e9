/**
 * Functions on trees of arrays, such as parameters, gradients and states, under their names in
 * {@code optax.tree}.
 */
@NullMarked
package io.cambric.optax.tree;

import org.jspecify.annotations.NullMarked;
