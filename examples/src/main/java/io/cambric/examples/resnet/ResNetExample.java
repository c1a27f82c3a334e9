package io.cambric.examples.resnet;

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
import io.cambric.data.image.*;
import io.cambric.errors.DataException;
import io.cambric.examples.console.*;
import io.cambric.examples.images.Tiles;
import io.cambric.lax.Lax;
import io.cambric.nn.*;
import io.cambric.nn.training.*;
import io.cambric.numpy.*;
import io.cambric.numpy.Random;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.scope.*;
import io.cambric.tree.Trees;
import java.nio.file.*;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The example {@code ./run resnet}: a residual network learns the images that the user names.
 *
 * @see <a href="https://arxiv.org/abs/1512.03385">He et al., Deep Residual Learning</a>
 */
public final class ResNetExample {

  /** The command {@code ./run resnet}. */
  public static final ExampleCommand COMMAND =
      Example.of("resnet", "Trains ResNet-18 on CIFAR's files or a folder of images.")
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

  /** Black pixels around an image, and so the farthest shift. */
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
    var start = List.of(shift.get(0), shift.get(1), NdArray.scalar(DType.I32, 0));
    var moved = Lax.dynamicSlice(padded, start, image.shape());
    return where(Random.bernoulli(keys.get(1), 0.5, Shape.scalar()), flip(moved, 1), moved);
  }

  /** Images as bytes, and the mean and deviation of each channel of the training images. */
  record ImageSet(
      LabelledImages training, LabelledImages test, int classes, Array mean, Array deviation) {

    static ImageSet of(LabelledImages training, LabelledImages test, int classes) {
      var x = training.images().div(255);
      return new ImageSet(training, test, classes, x.mean(0, 1, 2), x.std(0, 1, 2));
    }

    LabelledImages normalized(LabelledImages images) {
      var pixels = images.images().div(255).sub(mean).div(deviation);
      return new LabelledImages(pixels, images.labels());
    }

    /**
     * The files of CIFAR-10 or CIFAR-100, folders {@code train} and {@code test} with one folder a
     * class, or the folders of classes alone, whose last fifth is the test.
     */
    static ImageSet read(Path folder, int side, Key key) {
      if (Files.exists(folder.resolve("test_batch.bin"))) {
        var files = Stream.of(1, 2, 3, 4, 5).map(i -> folder.resolve("data_batch_" + i + ".bin"));
        var parts = files.map(Cifar::read10).toList();
        var images = concatenate(parts.stream().map(LabelledImages::images).toList(), 0);
        var labels = concatenate(parts.stream().map(LabelledImages::labels).toList(), 0);
        var test = Cifar.read10(folder.resolve("test_batch.bin"));
        return of(new LabelledImages(images, labels), test, 10);
      }
      if (Files.exists(folder.resolve("train.bin"))) {
        return of(fine(folder.resolve("train.bin")), fine(folder.resolve("test.bin")), 100);
      }
      if (Files.isDirectory(folder.resolve("train"))) {
        var training = ImageFolder.of(folder.resolve("train"));
        var test = ImageFolder.of(folder.resolve("test"));
        if (!test.classes().equals(training.classes())) {
          throw new DataException(
              "%s needs the same classes in train and test, but has %s and %s. Make a folder for each class in both."
                  .formatted(folder, training.classes(), test.classes()));
        }
        return of(all(training, side), all(test, side), training.classes().size());
      }
      var images = ImageFolder.of(folder);
      int size = images.files().size();
      var all = all(images, side);
      var order = Random.permutation(key, size);
      int count = size * 4 / 5;
      var training = Trees.map(all, (Array x) -> take(x, order.get(":" + count), 0));
      var test = Trees.map(all, (Array x) -> take(x, order.get(count + ":"), 0));
      return of(training, test, images.classes().size());
    }

    private static LabelledImages all(ImageFolder folder, int side) {
      int size = folder.files().size();
      return folder.images(ImageOptions.of(side, side)).batch(size).iterator().next();
    }

    private static LabelledImages fine(Path file) {
      var images = Cifar.read100(file);
      return new LabelledImages(images.images(), images.fine());
    }
  }

  static Array loss(ResNet net, LabelledImages batch, boolean isTraining) {
    var logits = net.call(batch.images(), isTraining);
    return softmaxCrossEntropyWithIntegerLabels(logits, batch.labels()).mean();
  }

  static Metrics metrics(ResNet net, LabelledImages batch, boolean isTraining) {
    var logits = net.call(batch.images(), isTraining);
    var confusion = ConfusionMatrix.of(net.classes()).update(logits, batch.labels());
    return Metrics.of("accuracy", Accuracy.empty().update(logits, batch.labels()))
        .with("confusion", confusion);
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

  static Variables init(ResNet net, Array images, Key key) {
    return net.init(key, images, false).without("perturbations").without("intermediates");
  }

  static void run(ExampleRun run) {
    var key = run.key();
    var images = ImageSet.read(run.requiredPath("--data"), run.whole("--side"), key.foldIn(-1));
    int count = images.training().labels().dim(0);
    int batch = Math.min(count, run.whole("--batch"));
    int steps = count / batch * run.epochs() / run.whole("--accumulate");
    run.println(
        "%d images to learn from, %d to test on, %d classes"
            .formatted(count, images.test().labels().dim(0), images.classes()));
    var dtype = run.flag("--bf16") ? DType.BF16 : DType.F32;
    var net = ResNet.of(run.whole("--width"), STAGES, images.classes(), dtype, true);
    var shown = Trees.map(images.test(), (Array x) -> x.get(":" + SHOWN));
    var variables = init(net, images.normalized(shown).images(), key);
    var learnt = Dataset.ofArrays(images.training());
    var tests = Dataset.ofArrays(images.test()).batch(TEST_BATCH, Remainder.KEEP);
    var report = run.report("Residual network");
    var trained =
        Training.minimize(net, variables, optimizer(Math.max(1, steps)), ResNetExample::loss)
            .metrics(ResNetExample::metrics)
            .rng("augment", key.foldIn(1))
            .mutable("batch_stats")
            .data(epoch ->
                learnt.shuffle(key.foldIn(1000 + epoch)).batch(batch).map(images::normalized))
            .epochs(run.epochs())
            .accumulate(run.whole("--accumulate"))
            .ema(run.number("--ema"))
            .evaluate("test", tests.map(images::normalized))
            .requireFinite("loss")
            .report(report)
            .progress(run.progress())
            .afterEpoch(run.lines(run.epochs(), "train/loss", "train/accuracy", "test/accuracy"))
            .run();

    var state = trained.state().withParams(Objects.requireNonNull(trained.average()));
    var maps = jit(GradCam::ofPredicted).apply(state, images.normalized(shown).images());
    var pixels = shown.images().div(255);
    var picture = Tiles.ofColours(pixels, GradCam.overlay(pixels, maps), 2);
    run.picture(picture);
    report.writeImages(trained.steps(), Map.of("places that decide", expandDims(picture, 0)));
    run.result("test accuracy: %.4f", trained.metric("test/accuracy"));
  }
}
