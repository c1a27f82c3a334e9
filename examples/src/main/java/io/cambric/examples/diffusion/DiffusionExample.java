package io.cambric.examples.diffusion;

import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.numpy.Activations.silu;
import static io.cambric.numpy.Numpy.*;
import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.schedule.Schedules.cosineDecay;
import static io.cambric.transform.Transforms.scan;

import io.cambric.annotations.*;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.data.*;
import io.cambric.examples.console.*;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.*;
import io.cambric.nn.*;
import io.cambric.nn.training.*;
import io.cambric.numpy.*;
import io.cambric.scope.*;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.result.Carry;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The example {@code ./run diffusion}: a denoising diffusion model that makes digits of noise.
 *
 * @see <a href="https://arxiv.org/abs/2006.11239">Ho et al., Denoising Diffusion Probabilistic
 *     Models</a>
 */
public final class DiffusionExample {

  /** The command {@code ./run diffusion}. */
  public static final ExampleCommand COMMAND =
      ExampleProgram.of(
              "diffusion",
              "Trains a denoising diffusion model on digits, and generates digits from noise.")
          .epochs(50)
          .whole("--levels", 200, 2, 4000, "Levels of noise.")
          .number("--guidance", 1.5, 0, 10, "Weight of the requested digit.")
          .picture("diffusion-samples.png", "Ten new images of each digit.")
          .runs(DiffusionExample::run);

  private static final int CHANNELS = 32;
  private static final int GROUPS = 8;
  private static final int SIDE = 8;
  private static final int BATCH = 64;
  private static final int DIGITS = 10;

  /** The label of images whose digit is withheld, so that guidance has a model without digits. */
  private static final int NO_DIGIT = DIGITS;

  private DiffusionExample() {}

  /** Two convolutions and a shortcut. A vector says which noise level and digit it is. */
  @Module
  record ResBlockDef(int features) {

    @Compact
    Array call(Array x, Array condition) {
      var h = Conv.of(features, 3, 3).call(silu(GroupNorm.of(GROUPS).call(x)));
      h = h.add(Dense.of(features).call(condition).reshape(-1, 1, 1, features));
      h = silu(GroupNorm.of(GROUPS).call(h));
      h = Conv.of(features, 3, 3).withKernelInit(Initializers.zeros()).call(h);
      var skip = x.dim(-1) == features ? x : Conv.of(features, 1, 1).named("skip").call(x);
      return skip.add(h);
    }
  }

  /** A U-Net that predicts the noise in images, {@code [n, 8, 8, 1]} from -1 to 1. */
  @Module
  record DenoiserDef(int channels, int levels) {

    @Compact
    Array call(Array images, Array times, Array labels) {
      int half = channels / 2;
      int size = 4 * channels;
      var angles = expandDims(times, 1).mul(arange(half).mul(-Math.log(10_000) / half).exp());
      var waves = concatenate(List.of(angles.sin(), angles.cos()), -1);
      var time = silu(Dense.of(size).named("time").call(waves));
      var digit = Embed.of(DIGITS + 1, size).named("digit").call(labels);
      var condition = silu(Dense.of(size).named("condition").call(time.add(digit)));

      var x = Conv.of(channels, 3, 3).named("first").call(images);
      var level = ResBlock.of(channels).named("down").call(x, condition);
      var y = Conv.of(2 * channels, 3, 3).withStrides(List.of(2, 2)).named("half").call(level);
      y = ResBlock.of(2 * channels).named("middle_0").call(y, condition);
      y = ResBlock.of(2 * channels).named("middle_1").call(y, condition);
      y = concatenate(List.of(repeat(repeat(y, 2, 1), 2, 2), level), -1);
      y = ResBlock.of(channels).named("up").call(y, condition);
      y = silu(GroupNorm.of(GROUPS).named("norm").call(y));
      return Conv.of(1, 3, 3).withKernelInit(Initializers.zeros()).named("last").call(y);
    }

    /** {@return the key of the levels, the noise and the withheld digits of a batch} */
    Key noiseKey() {
      return makeRng("noise");
    }
  }

  /**
   * The noise of each level, from little to all: an image has the variance {@code kept}, the noise
   * the rest. A level adds noise of the variance {@code added} to the one before it.
   */
  record Noise(Array kept, Array added) {

    /** {@return noise whose kept part falls as a squared cosine} */
    static Noise of(int levels) {
      var level = arange(0, levels + 1, 1, DType.F64).div(levels);
      var cosine = level.add(0.008).mul(Math.PI / 2 / 1.008).cos().square();
      var added = cosine.get("1:").div(cosine.get(":-1")).neg().add(1).clip(0, 0.999);
      return new Noise(added.neg().add(1).cumprod(0).astype(DType.F32), added.astype(DType.F32));
    }

    /** {@return images of the level before t, drawn with fresh noise} */
    Array before(Array x, Array t, Array predicted, Array fresh) {
      var now = take(kept, t, 0);
      var lost = now.neg().add(1);
      var beta = take(added, t, 0);
      var before = now.div(beta.neg().add(1));
      var share = before.neg().add(1).div(lost).clip(0, 1);
      var image = x.sub(predicted.mul(lost.sqrt())).div(now.sqrt()).clip(-1, 1);
      return image
          .mul(before.sqrt().mul(beta).div(lost))
          .add(x.mul(beta.neg().add(1).sqrt().mul(share)))
          .add(fresh.mul(beta.mul(share).sqrt()));
    }
  }

  /** The squared error of the predicted noise, of images at levels that are drawn. */
  static Array loss(Denoiser net, Batch batch, boolean isTraining) {
    var keys = net.noiseKey().split(3);
    int n = batch.size();
    var times = Random.randint(keys.get(0), Shape.of(n), 0, net.levels(), DType.I32);
    var noise = Random.normal(keys.get(1), batch.images().shape());
    var withheld = Random.bernoulli(keys.get(2), 0.1, Shape.of(n));
    var labels = where(withheld, scalar(NO_DIGIT), batch.labels());
    var kept = take(Noise.of(net.levels()).kept(), times, 0).reshape(n, 1, 1, 1);
    var noisy = batch.images().mul(kept.sqrt()).add(noise.mul(kept.neg().add(1).sqrt()));
    return net.call(noisy, times, labels).sub(noise).square().mean();
  }

  static Variables init(Denoiser net, Batch batch, Key key) {
    var label = batch.labels().get("0:1");
    return net.init(key, batch.images().get("0:1"), label, label);
  }

  /**
   * {@return images made of noise, one for each label}
   *
   * <p>The loop runs from the last level to the first. Each iteration predicts the noise with and
   * without the digit, and draws the level before from the normal distribution that it implies.
   */
  static Array sample(Denoiser net, Variables variables, Array labels, double guidance, Key key) {
    var shape = Shape.of(labels.dim(0), SIDE, SIDE, 1);
    var noise = Noise.of(net.levels());
    return scan(
            (Array x, Array t) -> {
              var times = broadcastTo(t, labels.shape());
              var with = net.apply(variables, x, times, labels);
              var without = net.apply(variables, x, times, fullLike(labels, NO_DIGIT));
              var predicted = without.add(with.sub(without).mul(guidance));
              var fresh = Random.normal(key.foldIn(t.add(1)), shape);
              return new Carry<Array, @Nullable Void>(noise.before(x, t, predicted, fresh), null);
            },
            Random.normal(key, shape),
            arange(net.levels()),
            ScanOptions.DEFAULT.withReverse(true))
        .carry()
        .clip(-1, 1);
  }

  /** {@return the share of images whose nearest neighbour among known ones has their label} */
  static double recognised(Batch images, Batch known) {
    var a = images.images().reshape(images.size(), -1);
    var b = known.images().reshape(known.size(), -1);
    // |a - b|^2 without |a|^2, which is the same for all that are compared.
    var distance = b.square().sum(-1).sub(a.matmul(b.transpose()).mul(2));
    return take(known.labels(), distance.argmin(-1), 0).eq(images.labels()).mean().item();
  }

  private static Batch centred(DigitsData digits) {
    var batch = digits.batch();
    return new Batch(batch.images().mul(2).sub(1), batch.labels());
  }

  static void run(ExampleRun run) {
    var images = centred(DigitsData.builtIn().trainingPart());
    var test = centred(DigitsData.builtIn().testPart());
    var net = Denoiser.of(CHANNELS, run.whole("--levels"));
    var report = run.report("Diffusion");
    var key = run.key();
    var rate = cosineDecay(2e-3, images.size() / BATCH * run.epochs());
    var trained =
        Training.minimize(net, init(net, images, key), adam(rate), DiffusionExample::loss)
            .rng("noise", key.foldIn(1))
            .data(epoch -> Dataset.ofArrays(images).shuffle(key.foldIn(1000 + epoch)).batch(BATCH))
            .epochs(run.epochs())
            .ema(0.995)
            .evaluate("test", List.of(test))
            .requireFinite("loss")
            .report(report)
            .progress(run.progress())
            .afterEpoch(run.lines(run.epochs(), "train/loss", "test/loss"))
            .run();

    var average = Variables.of(Objects.requireNonNull(trained.average()));
    var labels = repeat(arange(DIGITS), DIGITS);
    var made = sample(net, average, labels, run.number("--guidance"), key.foldIn(3));
    var picture = Tiles.of(made.reshape(-1, SIDE, SIDE).add(1).mul(0.5), DIGITS, 4);
    run.picture(picture);
    report.writeImages(
        trained.steps(), Map.of("samples", picture.reshape(1, picture.dim(0), -1, 1)));
    run.result(
        "recognised by their nearest neighbour: test images %.4f, samples %.4f",
        recognised(test, images), recognised(new Batch(made, labels), images));
  }
}
