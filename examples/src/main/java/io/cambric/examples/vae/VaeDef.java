package io.cambric.examples.vae;

import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Module;
import io.cambric.annotations.PyTree;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.numpy.Random;

/**
 * A variational autoencoder with one hidden layer in each half.
 *
 * <p>Random streams: {@code noise}, for the latent of each image.
 *
 * @param hidden width of the hidden layers
 * @param latents size of the latent of an image
 * @param pixels of an image
 * @see <a href="https://arxiv.org/abs/1312.6114">Kingma and Welling, Auto-Encoding Variational
 *     Bayes</a>
 */
@Module
record VaeDef(int hidden, int latents, int pixels) {

  record Parts(Dense enc, Dense mean, Dense logvar, Dense dec, Dense out) {}

  /**
   * A normal distribution for each image.
   *
   * @param mean {@code [n, latents]}
   * @param logvar logarithm of the variance, {@code [n, latents]}
   */
  @PyTree
  record Latent(Array mean, Array logvar) {}

  /**
   * The reconstruction of a batch, and the latents it was made from.
   *
   * @param logits of each pixel being white, {@code [n, pixels]}
   */
  @PyTree
  record Output(Array logits, Latent latent) {}

  @Setup
  Parts parts() {
    return new Parts(
        Dense.of(hidden), Dense.of(latents), Dense.of(latents), Dense.of(hidden), Dense.of(pixels));
  }

  Output call(Parts parts, Array x) {
    var latent = encode(parts, x);
    var noise = Random.normal(makeRng("noise"), latent.mean().shape());
    var z = latent.mean().add(latent.logvar().mul(0.5).exp().mul(noise));
    return new Output(decode(parts, z), latent);
  }

  Latent encode(Parts parts, Array x) {
    var h = relu(parts.enc().call(x));
    return new Latent(parts.mean().call(h), parts.logvar().call(h));
  }

  Array decode(Parts parts, Array z) {
    return parts.out().call(relu(parts.dec().call(z)));
  }
}
