/** Euclidean projections of trees onto sets, as {@code optax.projections} has them. */
@NullMarked
package io.cambric.optax.projection;

import org.jspecify.annotations.NullMarked;
