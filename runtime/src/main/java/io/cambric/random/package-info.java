/** Threefry keys and the samplers of jax.random, bit for bit. */
@NullMarked
package io.cambric.random;

import org.jspecify.annotations.NullMarked;
