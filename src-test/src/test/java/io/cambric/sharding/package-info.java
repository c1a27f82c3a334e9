/** Trainings whose parameters are divided among processes. */
@NullMarked
package io.cambric.sharding;

import org.jspecify.annotations.NullMarked;
