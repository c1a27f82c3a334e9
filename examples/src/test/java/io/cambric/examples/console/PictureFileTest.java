package io.cambric.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.numpy.Numpy;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureFileTest {

  @TempDir private Path folder;

  @Test
  void an_image_is_written_as_png() throws IOException {
    var file = folder.resolve("samples.png");

    PictureFile.write(file, Numpy.ones(3, 5));

    assertThat(ImageIO.read(file.toFile()))
        .satisfies(
            image -> assertThat(image.getWidth()).isEqualTo(5),
            image -> assertThat(image.getHeight()).isEqualTo(3),
            image -> assertThat(image.getRGB(0, 0)).isEqualTo(0xffffffff));
  }
}
