/** A denoising diffusion model of handwritten digits, in one file. */
@NullMarked
package io.cambric.examples.diffusion;

import org.jspecify.annotations.NullMarked;
