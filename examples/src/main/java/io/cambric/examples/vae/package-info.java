/** A variational autoencoder on handwritten digits, in one file. */
@NullMarked
package io.cambric.examples.vae;

import org.jspecify.annotations.NullMarked;
