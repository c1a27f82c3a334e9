/**
 * A sweep over learning rates and seeds: all trainings are one compiled program, made by two {@code
 * vmap}s of one training. Start with {@link io.cambric.examples.sweep.Sweep}.
 */
@NullMarked
package io.cambric.examples.sweep;

import org.jspecify.annotations.NullMarked;
