/**
 * Compares Cambric with values recorded from Flax, JAX and Optax: reads a folder of them, builds
 * each case from its description, and counts.
 */
@NullMarked
package io.cambric.conformance;

import org.jspecify.annotations.NullMarked;
