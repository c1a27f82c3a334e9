package io.cambric.examples.resnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.*;
import io.cambric.core.*;
import io.cambric.data.image.LabelledImages;
import io.cambric.examples.console.CommandRun;
import io.cambric.module.ApplyOptions;
import io.cambric.nn.training.*;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.optax.Optax;
import io.cambric.scope.*;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.*;
import java.util.*;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResNetExampleTest {

  private static final LabelledImages BATCH =
      new LabelledImages(
          io.cambric.numpy.Random.randint(Key.of(1), Shape.of(6, 12, 12, 3), 0, 256, DType.U8),
          NdArray.ofInts(Shape.of(6), 0, 1, 2, 0, 1, 2));

  private static final LabelledImages NORMALIZED =
      new ImageSet(BATCH, BATCH, 3).normalizer().apply(BATCH);

  private static final int SIDE = 32;

  @TempDir private Path folder;

  private final Random random = new Random(7);

  private static ResNet net(DType dtype) {
    return ResNet.of(4, List.of(1, 1), 3, dtype, false);
  }

  private static StandardTrainState<ResNet> state(DType dtype) {
    var net = net(dtype);
    var variables = net.init(Key.of(0), NORMALIZED.images(), false).without("perturbations");
    return StandardTrainState.create(net, variables, ResNetExample.optimizer(20));
  }

  @Test
  void normalized_images_have_mean_0_and_variance_1() {
    var x = NORMALIZED.images();

    assertThat(x.mean(0, 1, 2).abs().max().item()).isCloseTo(0, offset(1e-5));
    assertThat(x.std(0, 1, 2).sub(1).abs().max().item()).isCloseTo(0, offset(1e-5));
  }

  @Test
  void an_image_that_is_augmented_is_a_shifted_or_mirrored_part_of_it() {
    var image = io.cambric.numpy.Random.normal(Key.of(3), Shape.of(1, 12, 12, 3)).add(10);
    for (int seed = 0; seed < 20; seed++) {
      var changed = ResNetExample.augmented(image, Key.of(seed));

      assertThat(changed.shape()).isEqualTo(image.shape());
      assertThat(isShifted(image.get(0), changed.get(0))).as("seed %d", seed).isTrue();
    }
    assertThat(ResNetExample.augmented(image, Key.of(1)).toFloats())
        .isEqualTo(ResNetExample.augmented(image, Key.of(1)).toFloats());
  }

  private static boolean isShifted(Array image, Array changed) {
    for (int dy = -4; dy <= 4; dy++) {
      for (int dx = -4; dx <= 4; dx++) {
        for (boolean mirrored : new boolean[] {false, true}) {
          if (matches(image, changed, dy, dx, mirrored)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean matches(Array image, Array changed, int dy, int dx, boolean mirrored) {
    var a = image.toFloats();
    var b = changed.toFloats();
    for (int y = 0; y < 12; y++) {
      for (int x = 0; x < 12; x++) {
        int fromY = y + dy;
        int fromX = (mirrored ? 11 - x : x) + dx;
        boolean inside = fromY >= 0 && fromY < 12 && fromX >= 0 && fromX < 12;
        float expected = inside ? a[(fromY * 12 + fromX) * 3] : 0;
        if (b[(y * 12 + x) * 3] != expected) {
          return false;
        }
      }
    }
    return true;
  }

  /** With gradients of zero, what remains of the first update is the decay alone. */
  @Test
  void weights_of_kernels_decay_and_those_of_normalisations_do_not() {
    var params = state(DType.F32).params();
    var tx = Optax.chain(ResNetExample.optimizer(20));
    var zeros = params.map(x -> x.mul(0));
    var first = tx.update(zeros, tx.init(params), params);
    var second = tx.update(zeros, first.state(), params).updates();

    assertThat(norm(second, "Conv_0", "kernel")).isPositive();
    assertThat(norm(second, "head", "kernel")).isPositive();
    assertThat(norm(second, "head", "bias")).isZero();
    assertThat(norm(second, "BatchNorm_0", "scale")).isZero();
  }

  private static double norm(Params params, String... path) {
    return params.get(path).abs().sum().item();
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"F32", "BF16"})
  void steps_lower_the_loss_with_parameters_in_f32(DType dtype) {
    var before = state(dtype);
    var trained =
        Training.minimize(
                before.model(),
                before.variables(),
                ResNetExample.optimizer(20),
                ResNetExample::loss)
            .mutable("batch_stats")
            .data(Collections.nCopies(20, NORMALIZED))
            .run()
            .state();

    assertThat(loss(trained)).isLessThan(loss(before));
    assertThat(trained.params().get("Conv_0", "kernel").dtype()).isEqualTo(DType.F32);
    assertThat(trained.modelState().names()).containsExactly("batch_stats");
  }

  private static double loss(StandardTrainState<ResNet> state) {
    Array loss =
        state.model().apply(state.variables(), m -> ResNetExample.loss(m, NORMALIZED, false));
    return loss.item();
  }

  /** The head is linear in the mean of the features, so its column has the weight of each. */
  @Test
  void maps_weigh_features_by_the_gradient_of_the_logit() {
    var state = state(DType.F32);
    var images = NORMALIZED.images();
    var coarse = GradCam.coarse(state, images, BATCH.labels());

    var features = GradCam.features(state, images);
    var kernel = state.params().get("head", "kernel");
    int places = features.dim(1) * features.dim(2);
    for (int i = 0; i < 6; i++) {
      var column = kernel.get(":, " + (int) BATCH.labels().get(i).item());
      var expected = Activations.relu(features.get(i).matmul(column)).div(places);
      assertThat(coarse.get(i).sub(expected).abs().max().item()).as("image %d", i).isLessThan(1e-6);
    }
  }

  @Test
  void maps_have_the_size_of_the_images_and_values_from_0_to_1() {
    var images = NORMALIZED.images();
    var maps = GradCam.maps(state(DType.F32), images, BATCH.labels());

    assertThat(maps.shape()).isEqualTo(Shape.of(6, 12, 12));
    assertThat(maps.min().item()).isNotNegative();
    assertThat(maps.max().item()).isBetween(0.99, 1.0);
  }

  private int value(int label, int channel) {
    int mean = label % 3 == channel ? 170 : 90;
    return Math.clamp((int) (mean + 40 * random.nextGaussian()), 0, 255);
  }

  private void cifar10(String name, int images) throws IOException {
    var content = new byte[images * (1 + 3 * SIDE * SIDE)];
    int at = 0;
    for (int i = 0; i < images; i++) {
      content[at++] = (byte) (i % 3);
      for (int j = 0; j < 3 * SIDE * SIDE; j++) {
        content[at++] = (byte) value(i % 3, j / (SIDE * SIDE));
      }
    }
    Files.write(folder.resolve(name), content);
  }

  private void image(String label, int number) throws IOException {
    image("", label, number);
  }

  private void image(String part, String label, int number) throws IOException {
    var image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < SIDE * SIDE; i++) {
      int kind = label.charAt(0) - 'a';
      image.setRGB(i % SIDE, i / SIDE, value(kind, 0) << 16 | value(kind, 1) << 8 | value(kind, 2));
    }
    var file =
        Files.createDirectories(folder.resolve(part).resolve(label)).resolve(number + ".png");
    ImageIO.write(image, "png", file.toFile());
  }

  private CommandRun run(String... more) {
    var arguments =
        new String[] {
          "--data=" + folder,
          "--width=4",
          "--epochs=2",
          "--batch=20",
          "--report=" + folder.resolve("report.html"),
          "--picture=" + folder.resolve("maps.png")
        };
    var all = Stream.of(arguments, more).flatMap(Arrays::stream);
    return CommandRun.of(ResNetExample.COMMAND.commandLine(), all.toArray());
  }

  @Test
  void files_of_cifar_are_learnt_with_accumulated_gradients_in_bf16() throws IOException {
    for (int i = 1; i <= 5; i++) {
      cifar10("data_batch_%d.bin".formatted(i), 24);
    }
    cifar10("test_batch.bin", 30);
    var run = run("--accumulate=2", "--bf16", "--ema=0.5");

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines().getFirst())
        .isEqualTo("120 images for training, 30 for testing, 10 classes");
    assertThat(run.lines().getLast()).matches("test accuracy: [01]\\.\\d{4}");
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("<h1>Residual network</h1>", "places that decide");
    assertThat(ImageIO.read(folder.resolve("maps.png").toFile()).getWidth())
        .isEqualTo(12 * (2 * SIDE + 1));
  }

  @Test
  void a_folder_of_images_is_split_and_learnt() throws IOException {
    for (int i = 0; i < 30; i++) {
      image("a", i);
      image("b", i);
    }
    var run = run("--ema=0.5", "--side=16");

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines().getFirst())
        .isEqualTo("48 images for training, 12 for testing, 2 classes");
    assertThat(run.lines().getLast()).matches("test accuracy: [01]\\.\\d{4}");
  }

  @Test
  void a_folder_for_each_part_is_learnt_and_tested() throws IOException {
    for (int i = 0; i < 24; i++) {
      image("train", "a", i);
      image("train", "b", i);
    }
    image("test", "a", 0);
    image("test", "b", 0);
    var run = run("--side=16");

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines().getFirst())
        .isEqualTo("48 images for training, 2 for testing, 2 classes");
  }

  @Test
  void parts_with_other_classes_are_refused() throws IOException {
    image("train", "a", 0);
    image("train", "b", 0);
    image("test", "a", 0);
    image("test", "c", 0);
    var run = run("--side=16");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.errors())
        .startsWith(
            "%s needs the same classes in train and test, but has [a, b] and [a, c]."
                .formatted(folder));
  }

  @Test
  void training_images_are_changed_unless_they_should_not_be() {
    var variables = state(DType.F32).variables();
    var plain = net(DType.F32);
    var options =
        ApplyOptions.mutable("batch_stats").rngs(Rngs.none().stream("augment", Key.of(4)));
    Array asTheyAre =
        plain.apply(variables, options, m -> m.call(NORMALIZED.images(), true)).output();
    Array changed =
        plain
            .withAugment(true)
            .apply(variables, options, m -> m.call(NORMALIZED.images(), true))
            .output();
    Array tested = plain.withAugment(true).apply(variables, NORMALIZED.images(), false);

    assertThat(changed.toFloats()).isNotEqualTo(asTheyAre.toFloats());
    assertThat(tested.toFloats())
        .isEqualTo(plain.apply(variables, NORMALIZED.images(), false).toFloats());
  }

  @Test
  void data_has_to_be_given_and_numbers_in_range() {
    var command = ResNetExample.COMMAND;
    var none = CommandRun.of(command.commandLine());
    var wide = CommandRun.of(command.commandLine(), "--data=" + folder, "--width=0");

    assertThat(none.status()).isEqualTo(2);
    assertThat(none.errors()).startsWith("Missing required option: '--data=DIR'");
    assertThat(wide.status()).isEqualTo(2);
    assertThat(wide.errors()).startsWith("Invalid value for option '--width'");
  }

  @Test
  void a_path_that_is_no_folder_is_refused() {
    var run =
        CommandRun.of(ResNetExample.COMMAND.commandLine(), "--data=" + folder.resolve("none"));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.errors())
        .startsWith("Folder %s cannot be listed: ".formatted(folder.resolve("none")));
  }

  @Test
  void a_test_file_without_its_batches_is_refused() throws IOException {
    cifar10("test_batch.bin", 3);
    var run = run();

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.errors()).contains(folder.resolve("data_batch_1.bin").toString());
  }
}
