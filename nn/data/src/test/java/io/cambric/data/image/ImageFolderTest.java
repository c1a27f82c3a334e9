package io.cambric.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import io.cambric.numpy.Key;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageFolderTest {

  private static final ImageOptions OPTIONS = ImageOptions.of(4, 6);
  private static final int ORANGE = 0xff8000;

  @TempDir private Path folder;

  private static byte[] png(int height, int width, int color) throws IOException {
    var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < height * width; i++) {
      image.setRGB(i % width, i / width, color);
    }
    var bytes = new ByteArrayOutputStream();
    ImageIO.write(image, "png", bytes);
    return bytes.toByteArray();
  }

  private Path write(String name, byte[] content) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content);
  }

  @Test
  void images_are_resized_and_labelled_in_the_order_of_names() throws IOException {
    write("dog/1.png", png(10, 10, 0));
    write("cat/b.png", png(8, 12, ORANGE));
    write("cat/a.PNG", png(2, 2, 0));
    write("cat/notes.txt", new byte[0]);
    var images = ImageFolder.of(folder);

    assertThat(images.classes()).containsExactly("cat", "dog");
    assertThat(images.files())
        .extracting(file -> file.getFileName().toString())
        .containsExactly("a.PNG", "b.png", "1.png");
    try (var batches = images.images(OPTIONS).batch(3).iterator()) {
      var batch = batches.next();
      assertThat(batch.labels().toInts()).containsExactly(0, 0, 1);
      assertThat(batch.images().shape()).isEqualTo(Shape.of(3, 4, 6, 3));
      assertThat(batch.images().get(1, 2, 3).toInts()).containsExactly(0xff, 0x80, 0);
    }
    assertThat(images.images(OPTIONS).shuffle(Key.of(0)).size()).hasValue(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".ipynb_checkpoints/a.png",
        "__MACOSX/cat/a.png",
        "__MACOSX/a.png",
        ".git/a.png",
        "@eaDir/a.png",
        "$RECYCLE.BIN/a.png",
        "lost+found/a.png",
        "cat/._a.png",
        "cat/.hidden.jpg",
        "cat/.ipynb_checkpoints/a-checkpoint.png",
        "cat/Thumbs.db",
        "cat/.DS_Store",
        ".DS_Store",
        "._cat",
        "labels.png"
      })
  void what_systems_and_tools_leave_behind_is_no_class_and_no_image(String name)
      throws IOException {
    write("cat/a.png", png(1, 1, ORANGE));
    write("dog/b.png", png(1, 1, 0));
    write(name, new byte[] {0, 5, 22, 7});
    var images = ImageFolder.of(folder);
    assertThat(images.classes()).containsExactly("cat", "dog");
    assertThat(images.images(OPTIONS).inMemory().size()).hasValue(2);
  }

  /** A folder of one's own may have a name like theirs. */
  @Test
  void other_folders_are_classes_whatever_their_first_character() throws IOException {
    write("#1/a.png", png(1, 1, 0));
    write("_a/a.png", png(1, 1, 0));
    write("macosx/a.png", png(1, 1, 0));
    assertThat(ImageFolder.of(folder).classes()).containsExactly("#1", "_a", "macosx");
  }

  @Test
  void a_link_out_of_the_folder_is_refused() throws IOException {
    var outside = write("outside/secret.png", png(1, 1, 0));
    Files.createDirectories(folder.resolve("data/cat"));
    var link = Files.createSymbolicLink(folder.resolve("data/cat/1.png"), outside);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> ImageFolder.of(folder.resolve("data")))
        .withMessageStartingWith(
            "%s must be inside %s, but is a link that points outside. Copy its target."
                .formatted(link, folder.resolve("data").toRealPath()));
  }

  @Test
  void a_folder_without_images_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> ImageFolder.of(folder))
        .withMessageContaining("needs a folder of images for each class");
  }

  @Test
  void an_image_above_the_limit_is_refused_before_it_is_decoded() throws IOException {
    var content = png(1, 1, 0);
    // The width in the header of a PNG; its checksum is not looked at before.
    content[16] = 0x7f;
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Images.read(content, "1.png", OPTIONS))
        .withMessageStartingWith("1.png must have ");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Images.read(png(8, 8, 0), "1.png", OPTIONS.withMaxPixels(63)))
        .withMessageStartingWith(
            "1.png must have at most 63 pixels, but has 8 x 8. If the image is correct, raise the limit.");
  }

  @Test
  void damaged_images_are_refused() throws IOException {
    var whole = png(16, 16, ORANGE);
    var random = new Random(5);
    for (int i = 0; i < 300; i++) {
      var damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      try {
        Images.read(damaged, "1.png", OPTIONS.withMaxPixels(1 << 20));
      } catch (DataException e) {
        assertThat(e).hasMessageStartingWith("1.png ");
      }
    }
  }
}
