package io.cambric.io.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Images that are written are read again by the decoder of the JDK. */
class PngTest {

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "3, 2, 2", "28, 31, 3", "300, 200, 3", "5, 7, 4"})
  void pixels_come_back(int height, int width, int channels) throws IOException {
    long seed = 35;
    var values = new byte[height * width * channels];
    new Random(seed).nextBytes(values);

    var png = Png.encode(bytes(Shape.of(height, width, channels), values));

    var raster = ImageIO.read(new ByteArrayInputStream(png)).getRaster();
    assertThat(raster.getNumBands()).isEqualTo(channels);
    assertThat(raster.getHeight()).isEqualTo(height);
    for (int i = 0; i < values.length; i++) {
      int pixel = i / channels;
      assertThat((byte) raster.getSample(pixel % width, pixel / width, i % channels))
          .as("seed %d, value %d", seed, i)
          .isEqualTo(values[i]);
    }
  }

  @Test
  void floating_values_are_scaled_and_rounded() throws IOException {
    var image = NdArray.of(Shape.of(1, 6), -1, 0, 0.5f, 1, 7, Float.NaN);

    var raster = ImageIO.read(new ByteArrayInputStream(Png.encode(image))).getRaster();

    assertThat(raster.getSamples(0, 0, 6, 1, 0, (int[]) null))
        .containsExactly(0, 0, 128, 255, 255, 0);
  }

  @ParameterizedTest
  @CsvSource({"3", "0 2", "2 2 5", "1 2 2 3"})
  void a_shape_that_no_image_has_is_refused(String dims) {
    int[] sizes = Arrays.stream(dims.split(" ")).mapToInt(Integer::parseInt).toArray();
    var image = bytes(Shape.of(sizes), new byte[Shape.of(sizes).size()]);

    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Png.encode(image))
        .withMessageStartingWith(
            "An image needs the shape [height, width] or [height, width, channels] with 1 to 4 channels, but got %s."
                .formatted(image.shape()));
  }

  @Test
  void a_dtype_without_a_scale_is_refused() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> Png.encode(NdArray.ofInts(Shape.of(1, 1), 3)))
        .withMessageStartingWith(
            "An image needs u8 values from 0 to 255, or floating values from 0 to 1, but got i32.");
  }

  private static NdArray bytes(Shape shape, byte[] values) {
    return NdArray.of(new ShapedArray(shape, DType.U8), Buffer.wrap(DType.U8, values));
  }
}
