/**
 * A denoising diffusion model of handwritten digits: a network that predicts noise, and a loop that
 * makes digits of noise. Start with {@link io.cambric.examples.diffusion.Diffusion}.
 */
@NullMarked
package io.cambric.examples.diffusion;

import org.jspecify.annotations.NullMarked;
