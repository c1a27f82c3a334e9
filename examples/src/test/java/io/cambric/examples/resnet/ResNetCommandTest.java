package io.cambric.examples.resnet;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.examples.console.CommandRun;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command on images of noise around a colour, which is their class. */
class ResNetCommandTest {

  private static final int SIDE = 32;

  @TempDir private Path folder;

  private final Random random = new Random(7);

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
    var image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < SIDE * SIDE; i++) {
      int kind = label.charAt(0) - 'a';
      image.setRGB(i % SIDE, i / SIDE, value(kind, 0) << 16 | value(kind, 1) << 8 | value(kind, 2));
    }
    var file = Files.createDirectories(folder.resolve(label)).resolve(number + ".png");
    ImageIO.write(image, "png", file.toFile());
  }

  private CommandRun run(String... more) {
    var arguments =
        new String[] {
          "--data=" + folder,
          "--width=4",
          "--stages=1,1",
          "--epochs=4",
          "--batch=20",
          "--report=" + folder.resolve("report.html"),
          "--picture=" + folder.resolve("maps.png")
        };
    var all = Stream.of(arguments, more).flatMap(Arrays::stream);
    return CommandRun.of(new ResNetCommand(), all.toArray());
  }

  @Test
  void files_of_cifar_are_learnt_with_accumulated_gradients_in_bf16() throws IOException {
    cifar10("data_batch_1.bin", 80);
    cifar10("data_batch_2.bin", 40);
    cifar10("test_batch.bin", 30);
    var run = run("--accumulate=2", "--precision=bf16", "--ema=0.5");

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines().getFirst())
        .isEqualTo("120 images to learn from, 30 to test on, 10 classes");
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
        .isEqualTo("48 images to learn from, 12 to test on, 2 classes");
    assertThat(run.lines().getLast()).matches("test accuracy: [01]\\.\\d{4}");
  }

  @Test
  void training_images_are_changed_unless_they_should_not_be() {
    var changed = CommandLine.populateCommand(new ResNetOptions(), "--data=images");
    var plain = CommandLine.populateCommand(new ResNetOptions(), "--data=images", "--no-augment");

    assertThat(changed.augment()).isTrue();
    assertThat(plain.augment()).isFalse();
  }

  @Test
  void a_path_that_is_no_folder_is_refused() {
    var run = CommandRun.of(new ResNetCommand(), "--data=" + folder.resolve("none"));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.errors().strip())
        .isEqualTo(
            "The images need a folder, but %s is none. Pass --data with the folder of CIFAR's binary files, or with one folder of images a class."
                .formatted(folder.resolve("none")));
  }

  @Test
  void a_test_file_without_its_batches_is_refused() throws IOException {
    cifar10("test_batch.bin", 3);
    var run = run();

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.errors())
        .startsWith(
            "Folder %s needs data_batch_1.bin and the others of CIFAR-10, but has test_batch.bin alone. Unpack the archive again."
                .formatted(folder));
  }
}
