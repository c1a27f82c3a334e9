/** Euclidean projections of trees onto sets, after {@code optax.projections}. */
@NullMarked
package io.cambric.optax.projection;

import org.jspecify.annotations.NullMarked;
