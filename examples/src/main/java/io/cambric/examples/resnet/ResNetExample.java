package io.cambric.examples.resnet;

import static io.cambric.lax.Lax.dynamicSlice;
import static io.cambric.module.ModuleScope.*;
import static io.cambric.numpy.Activations.relu;
import static io.cambric.numpy.Numpy.*;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.*;
import static io.cambric.optax.schedule.Schedules.warmupCosineDecay;
import static io.cambric.transform.Transforms.*;

import io.cambric.annotations.*;
import io.cambric.annotations.Module;
import io.cambric.array.*;
import io.cambric.core.*;
import io.cambric.data.*;
import io.cambric.data.image.LabelledImages;
import io.cambric.examples.console.*;
import io.cambric.examples.images.Tiles;
import io.cambric.nn.*;
import io.cambric.nn.training.*;
import io.cambric.numpy.*;
import io.cambric.numpy.Random;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.scope.*;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The example {@code ./run resnet}: a residual network learns the images that the user names.
 *
 * @see <a href="https://arxiv.org/abs/1512.03385">He et al., Deep Residual Learning</a>
 */
public final class ResNetExample {

  /** The command {@code ./run resnet}. */
  public static final ExampleCommand COMMAND =
      ExampleProgram.of("resnet", "Trains ResNet-18 on CIFAR's files or a folder of images.")
          .requiredFolder("--data", "Folder of CIFAR's files, or of one folder a class.")
          .epochs(20)
          .whole("--side", 32, 8, 512, "Pixels a side of images of folders.")
          .whole("--width", 64, 1, 512, "Channels of the first stage.")
          .whole("--batch", 128, 1, 4096, "Images a step at most.")
          .whole("--accumulate", 1, 1, 64, "Batches whose gradients make a step.")
          .number("--ema", 0.99, 0, 0.9999, "Decay of the average of parameters.")
          .flag("--bf16", "Compute in 16 bits; parameters and logits stay in 32.")
          .picture("resnet-maps.png", "Test images, and the places that decide.")
          .runs(ResNetExample::run);

  /** Blocks of each stage, which make ResNet-18. */
  private static final List<Integer> STAGES = List.of(2, 2, 2, 2);

  /** Pixels around an image, of the mean colour, and so the farthest shift. */
  private static final int MARGIN = 4;

  private static final int TEST_BATCH = 250;
  private static final int SHOWN = 12;

  private ResNetExample() {}

  /** Two convolutions with a residual connection, which changes nothing at first. */
  @Module
  record ResBlockDef(int features, int stride, DType dtype) {

    @Compact
    Array call(Array x, boolean train) {
      var y = relu(norm().call(conv(3, stride).call(x), !train));
      y = conv(3, 1).call(y);
      y = norm().withScaleInit(Initializers.zeros()).call(y, !train);
      var skip = x;
      if (stride != 1 || x.dim(-1) != features) {
        skip = conv(1, stride).named("conv_proj").call(x);
        skip = norm().named("norm_proj").call(skip, !train);
      }
      return relu(skip.add(y));
    }

    private Conv conv(int side, int step) {
      var conv = Conv.of(features, side, side).withStrides(List.of(step, step));
      return conv.withUseBias(false).withDtype(dtype);
    }

    private BatchNorm norm() {
      return BatchNorm.of().withMomentum(0.9).withDtype(dtype);
    }
  }

  /** A network for small images, {@code [n, height, width, channels]} to f32 logits. */
  @Module
  record ResNetDef(int width, List<Integer> stages, int classes, DType dtype, boolean augment) {

    /** The values of the last stage: sown, and open to a change from outside. */
    static final String FEATURES = "features";

    @Compact
    Array call(Array images, boolean train) {
      var x = train && augment ? augmented(images, makeRng("augment")) : images;
      x = Conv.of(width, 3, 3).withUseBias(false).withDtype(dtype).call(x);
      x = relu(BatchNorm.of().withMomentum(0.9).withDtype(dtype).call(x, !train));
      for (int stage = 0; stage < stages.size(); stage++) {
        for (int block = 0; block < stages.get(stage); block++) {
          int stride = stage > 0 && block == 0 ? 2 : 1;
          x = ResBlock.of(width << stage, stride, dtype).call(x, train);
        }
      }
      x = perturb(FEATURES, x.astype(DType.F32));
      sow("intermediates", FEATURES, x);
      return Dense.of(classes).named("head").call(x.mean(1, 2));
    }
  }

  /** Images, each shifted by a few pixels and perhaps mirrored, by a key of its own. */
  static Array augmented(Array images, Key key) {
    return vmap(ResNetExample::shifted).apply(images, key.split(images.dim(0)));
  }

  private static Array shifted(Array image, Key key) {
    var keys = key.split();
    var padded = pad(image, new int[][] {{MARGIN, MARGIN}, {MARGIN, MARGIN}, {0, 0}});
    var shift = Random.randint(keys.get(0), Shape.of(2), 0, 2 * MARGIN + 1, DType.I32);
    var start = List.of(shift.get(0), shift.get(1), scalar(0));
    var moved = dynamicSlice(padded, start, image.shape());
    return where(Random.bernoulli(keys.get(1), 0.5, Shape.scalar()), flip(moved, 1), moved);
  }

  static Array loss(ResNet net, LabelledImages batch, boolean isTraining) {
    var logits = net.call(batch.images(), isTraining);
    return softmaxCrossEntropyWithIntegerLabels(logits, batch.labels()).mean();
  }

  static Metrics metrics(ResNet net, LabelledImages batch, boolean isTraining) {
    var logits = net.call(batch.images(), isTraining);
    return Metrics.of("accuracy", Accuracy.empty().update(logits, batch.labels()))
        .with("confusion", ConfusionMatrix.of(net.classes()).update(logits, batch.labels()));
  }

  /** Weights of kernels decay, biases and normalisations do not; the rate rises and falls. */
  static GradientTransformation optimizer(int steps) {
    return chain(
        clipByGlobalNorm(1),
        addDecayedWeights(
            5e-4,
            (Params params) -> Trees.mapWithPath(params, (path, _) -> path.endsWith("kernel"))),
        sgd(warmupCosineDecay(0, 0.1, steps / 20, steps)).withMomentum(0.9));
  }

  static void run(ExampleRun run) {
    var key = run.key();
    var images = ImageSet.read(run.requiredPath("--data"), run.whole("--side"), key.foldIn(-1));
    var training = Dataset.ofArrays(images.training());
    var test = Dataset.ofArrays(images.test()).batch(TEST_BATCH, Remainder.KEEP);
    int count = images.training().labels().dim(0);
    int batch = Math.min(count, run.whole("--batch"));
    int steps = count / batch * run.epochs() / run.whole("--accumulate");
    run.printf(
        "%d images for training, %d for testing, %d classes",
        count, images.test().labels().dim(0), images.classes());
    var dtype = run.flag("--bf16") ? DType.BF16 : DType.F32;
    var net = ResNet.of(run.whole("--width"), STAGES, images.classes(), dtype, true);
    var normalized = images.normalizer();
    var shown = Trees.map(images.test(), (Array x) -> x.get(":" + SHOWN));
    var inputs = normalized.apply(shown).images();
    var variables = net.init(key, inputs, false).without("perturbations");
    var report = run.report("Residual network");
    var trained =
        Training.minimize(net, variables, optimizer(Math.max(1, steps)), ResNetExample::loss)
            .metrics(ResNetExample::metrics)
            .rng("augment", key.foldIn(1))
            .mutable("batch_stats")
            .data(epoch -> training.shuffle(key.foldIn(1000 + epoch)).batch(batch).map(normalized))
            .epochs(run.epochs())
            .accumulate(run.whole("--accumulate"))
            .ema(run.number("--ema"))
            .evaluate("test", test.map(normalized))
            .requireFinite("loss")
            .report(report)
            .progress(run.progress())
            .afterEpoch(run.lines(run.epochs(), "train/loss", "train/accuracy", "test/accuracy"))
            .run();

    var state = trained.state().withParams(Objects.requireNonNull(trained.average()));
    var maps = jit(GradCam::ofPredicted).apply(state, inputs);
    var pixels = shown.images().div(255);
    var picture = Tiles.ofColours(pixels, GradCam.overlay(pixels, maps), 2);
    run.picture(picture);
    report.writeImages(trained.steps(), Map.of("places that decide", expandDims(picture, 0)));
    run.result("test accuracy: %.4f", trained.metric("test/accuracy"));
  }
}
