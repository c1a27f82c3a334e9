package io.cambric.examples.vae;

import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.numpy.Activations.*;
import static io.cambric.numpy.Numpy.*;
import static io.cambric.optax.Losses.sigmoidBinaryCrossEntropy;
import static io.cambric.optax.Optax.adam;

import io.cambric.annotations.*;
import io.cambric.annotations.Module;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.data.*;
import io.cambric.examples.console.*;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Tiles;
import io.cambric.nn.Dense;
import io.cambric.nn.training.*;
import io.cambric.numpy.*;
import io.cambric.scope.*;
import java.util.List;
import java.util.Map;

/**
 * The example {@code ./run vae}: a variational autoencoder that draws digits.
 *
 * @see <a href="https://arxiv.org/abs/1312.6114">Kingma and Welling, Auto-Encoding Variational
 *     Bayes</a>
 */
public final class VaeExample {

  /** The command {@code ./run vae}. */
  public static final ExampleCommand COMMAND =
      ExampleProgram.of("vae", "Trains a variational autoencoder on digits, and draws new ones.")
          .epochs(60)
          .whole("--latents", 8, 1, 256, "Numbers that describe an image.")
          .picture("vae-samples.png", "Digits, their reconstructions, and new digits.")
          .runs(VaeExample::run);

  private static final int HIDDEN = 256;
  private static final int SIDE = 8;
  private static final int PIXELS = SIDE * SIDE;
  private static final int BATCH = 128;
  private static final int COLUMNS = 16;

  private VaeExample() {}

  /** A network of two halves: images to latents, and back. */
  @Module
  @Example(
      module = "Vae.of(20)",
      in = "f32[3, 64]",
      out = {"f32[3, 64]", "f32[3, 20]", "f32[3, 20]"})
  record VaeDef(int latents) {

    record Parts(Dense enc, Dense mean, Dense logvar, Dense dec, Dense out) {}

    /** A normal distribution for each image, {@code [n, latents]}. */
    @PyTree
    record Latent(Array mean, Array logvar) {}

    /** The logits of each pixel being white, and the latents that they were made from. */
    @PyTree
    record Output(Array logits, Latent latent) {}

    @Setup
    Parts parts() {
      return new Parts(
          Dense.of(HIDDEN),
          Dense.of(latents),
          Dense.of(latents),
          Dense.of(HIDDEN),
          Dense.of(PIXELS));
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

  /** The cross-entropy of the pixels of each image, {@code [n]}, in nats. */
  static Array reconstruction(VaeDef.Output output, Array x) {
    return sigmoidBinaryCrossEntropy(output.logits(), x).sum(-1);
  }

  /** The divergence of each latent from a standard normal distribution, {@code [n]}, in nats. */
  static Array divergence(VaeDef.Latent latent) {
    var each = latent.logvar().add(1).sub(latent.mean().square()).sub(latent.logvar().exp());
    return each.sum(-1).mul(-0.5);
  }

  /** The negative evidence lower bound of a batch of images. */
  static Array loss(Vae vae, Array x, boolean isTraining) {
    var output = vae.call(x);
    return reconstruction(output, x).add(divergence(output.latent())).mean();
  }

  static Metrics metrics(Vae vae, Array x, boolean isTraining) {
    var output = vae.call(x);
    return Metrics.of("reconstruction", Mean.empty().update(reconstruction(output, x)))
        .with("divergence", Mean.empty().update(divergence(output.latent())));
  }

  static Variables init(Vae vae, Array images, Key key) {
    return vae.init(Rngs.of(key).stream("noise", key.foldIn(1)), images);
  }

  /** New digits, from latents drawn of a standard normal distribution. */
  static Array samples(Vae vae, Variables variables, int count, Key key) {
    var z = Random.normal(key, Shape.of(count, vae.latents()));
    return vae.apply(variables, m -> sigmoid(m.decode(z)));
  }

  static void run(ExampleRun run) {
    var digits = DigitsData.builtIn();
    var images = digits.trainingPart().batch().images().reshape(-1, PIXELS);
    var test = digits.testPart().batch().images().reshape(-1, PIXELS);
    var vae = Vae.of(run.whole("--latents"));
    var report = run.report("Variational autoencoder");
    var key = run.key();
    var trained =
        Training.minimize(vae, init(vae, images, key), adam(1e-3), VaeExample::loss)
            .metrics(VaeExample::metrics)
            .rng("noise", key.foldIn(2))
            .data(epoch -> Dataset.ofArrays(images).shuffle(key.foldIn(1000 + epoch)).batch(BATCH))
            .epochs(run.epochs())
            .evaluate("test", List.of(test))
            .requireFinite("loss")
            .report(report)
            .progress(run.progress())
            .afterEpoch(run.lines(run.epochs(), "train/loss", "test/loss"))
            .run();

    var variables = trained.state().variables();
    var shown = test.get("0:" + COLUMNS);
    var drawn = vae.apply(variables, m -> sigmoid(m.decode(m.encode(shown).mean())));
    var made = samples(vae, variables, 4 * COLUMNS, key.foldIn(4));
    var all = concatenate(List.of(shown, drawn, made)).reshape(-1, SIDE, SIDE);
    var picture = Tiles.of(all, COLUMNS, 4);
    run.picture(picture);
    report.writeImages(
        trained.steps(), Map.of("digits", picture.reshape(1, picture.dim(0), -1, 1)));
    run.result("test loss: %.2f nats", trained.metric("test/loss"));
  }
}
