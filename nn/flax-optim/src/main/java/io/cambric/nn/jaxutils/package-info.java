/**
 * Helpers for several devices, mirrored from {@code flax.jax_utils} and {@code
 * flax.training.common_utils}: replication, sharding of batches, padding. New programs need none of
 * them; they are for ports.
 */
@NullMarked
package io.cambric.nn.jaxutils;

import org.jspecify.annotations.NullMarked;
