package io.cambric.examples.vae;

import static io.cambric.module.ApplyOptions.rng;
import static io.cambric.numpy.Activations.sigmoid;
import static io.cambric.optax.Optax.adam;
import static io.cambric.transform.Transforms.valueAndGradAux;

import io.cambric.annotations.PyTree;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.examples.vae.VaeDef.Latent;
import io.cambric.nn.training.Mean;
import io.cambric.nn.training.Metrics;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.StepResult;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.Losses;
import io.cambric.scope.Params;
import io.cambric.scope.Rngs;
import io.cambric.transform.result.WithAux;

/** The functions of the training: loss, step and evaluation, and images from latents. */
final class VaeTraining {

  private VaeTraining() {}

  /** A batch of images, {@code [n, pixels]} from 0 to 1. */
  @PyTree
  record Images(Array pixels) {}

  /**
   * The two parts of the loss of each image, in nats.
   *
   * @param reconstruction cross-entropy of the pixels, {@code [n]}
   * @param divergence of the latent from a standard normal distribution, {@code [n]}
   */
  @PyTree
  record Parts(Array reconstruction, Array divergence) {

    /** {@return the negative evidence lower bound, {@code [n]}} */
    Array loss() {
      return reconstruction.add(divergence);
    }
  }

  static StandardTrainState<Vae> state(Vae model, Array images, double rate, Key key) {
    var rngs = Rngs.of(key).stream("noise", key.foldIn(1));
    return StandardTrainState.create(model, model.init(rngs, images), adam(rate));
  }

  /** {@return the loss of each image of a batch} */
  static Parts parts(StandardTrainState<Vae> state, Params params, Array x, Key noise) {
    var output = state.model().apply(state.variables(params), rng("noise", noise), x).output();
    return new Parts(
        Losses.sigmoidBinaryCrossEntropy(output.logits(), x).sum(-1), divergence(output.latent()));
  }

  /** {@return the Kullback-Leibler divergence from a standard normal, {@code [n]}} */
  private static Array divergence(Latent latent) {
    var each = latent.logvar().add(1).sub(latent.mean().square()).sub(latent.logvar().exp());
    return each.sum(-1).mul(-0.5);
  }

  /** {@return the state after a step on a batch, with the loss and its parts} */
  static StepResult<StandardTrainState<Vae>> step(
      StandardTrainState<Vae> state, Images batch, Key key) {
    var noise = key.foldIn(state.step());
    var at =
        valueAndGradAux((Params params) -> loss(state, params, batch, noise)).apply(state.params());
    return StepResult.of(state.applyGradients(at.grads()))
        .with("loss", at.value())
        .with("reconstruction", at.aux().reconstruction())
        .with("divergence", at.aux().divergence());
  }

  private static WithAux<Parts> loss(
      StandardTrainState<Vae> state, Params params, Images batch, Key noise) {
    var parts = parts(state, params, batch.pixels(), noise);
    return new WithAux<>(parts.loss().mean(), parts);
  }

  /** {@return the loss of a batch} */
  static Metrics evaluation(StandardTrainState<Vae> state, Images batch, Key noise) {
    var parts = parts(state, state.params(), batch.pixels(), noise);
    return Metrics.of("loss", Mean.empty().update(parts.loss()));
  }

  /** {@return images that a batch is reconstructed to, from the means of their latents} */
  static Array reconstructions(StandardTrainState<Vae> state, Array x) {
    return state.model().apply(state.variables(), m -> sigmoid(m.decode(m.encode(x).mean())));
  }

  /** {@return new images, from latents drawn of a standard normal distribution} */
  static Array samples(StandardTrainState<Vae> state, int count, Key key) {
    var z = Random.normal(key, Shape.of(count, state.model().latents()));
    return state.model().apply(state.variables(), m -> sigmoid(m.decode(z)));
  }
}
