/** Schedules: functions from the step count to a hyperparameter, after {@code optax.schedules}. */
@NullMarked
package io.cambric.optax.schedule;

import org.jspecify.annotations.NullMarked;
