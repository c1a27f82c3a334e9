/** Samplers with rejection loops: gamma, Poisson and binomial numbers. */
@NullMarked
package io.cambric.lax.sampler;

import org.jspecify.annotations.NullMarked;
