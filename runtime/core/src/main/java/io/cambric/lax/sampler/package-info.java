/** Samplers with loops of their own: gamma, Poisson and binomial numbers by rejection. */
@NullMarked
package io.cambric.lax.sampler;

import org.jspecify.annotations.NullMarked;
