package io.cambric.examples.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartTest {

  private static final int BLUE = 0xff1f77b4;

  private static int[] column(byte[] png, int x) throws IOException {
    var image = ImageIO.read(new ByteArrayInputStream(png));
    return IntStream.range(0, image.getHeight()).map(y -> image.getRGB(x, y)).toArray();
  }

  @Test
  void a_line_rises_from_left_to_right() throws IOException {
    var png = new Chart("t", "x", "y").line("a", List.of(0.0, 1.0), List.of(0.0, 1.0)).png();

    int left = IntStream.range(50, 320).filter(y -> pixel(png, 100, y) == BLUE).min().orElseThrow();
    int right =
        IntStream.range(50, 320).filter(y -> pixel(png, 500, y) == BLUE).min().orElseThrow();

    assertThat(right).isLessThan(left);
  }

  private static int pixel(byte[] png, int x, int y) {
    try {
      return column(png, x)[y];
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_chart_without_a_range_is_drawn(@TempDir Path folder) throws IOException {
    var file = folder.resolve("chart.png");

    new Chart("one", "x", "y").line("a", List.of(2.0), List.of(0.0)).mark(2, "here").write(file);

    assertThat(ImageIO.read(file.toFile()).getWidth()).isEqualTo(640);
  }

  @Test
  void a_letter_is_drawn_in_its_pixels() {
    var canvas = new Canvas(6, 8);
    canvas.text(0, 0, "I", 0);

    var png = canvas.png();

    assertThat(IntStream.range(0, 7).map(y -> pixel(png, 2, y) & 1)).containsOnly(0);
    assertThat(IntStream.range(0, 7).map(y -> pixel(png, 0, y) & 1)).containsOnly(1);
  }
}
