/**
 * A variational autoencoder on handwritten digits: a network of both halves, its evidence lower
 * bound as the loss, and pictures of new digits. Start with {@link
 * io.cambric.examples.vae.VaeTraining}.
 */
@NullMarked
package io.cambric.examples.vae;

import org.jspecify.annotations.NullMarked;
