/**
 * Transformations of transformations, which choose the leaves or the steps that an inner
 * transformation sees.
 */
@NullMarked
package io.cambric.optax.wrapper;

import org.jspecify.annotations.NullMarked;
