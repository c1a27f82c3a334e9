/** Gradient transformations, losses and schedules. */
@NullMarked
package io.cambric.optax;

import org.jspecify.annotations.NullMarked;
