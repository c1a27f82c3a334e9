package io.cambric.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.data.image.Cifar;
import io.cambric.data.image.Idx;
import io.cambric.data.image.ImageOptions;
import io.cambric.data.image.Images;
import io.cambric.data.text.TextLines;
import io.cambric.errors.DataException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contents with some bytes changed, taken out or cut are read or refused, and nothing else. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DamagedContentsTest {

  private static final int INPUTS = 3000;
  private static final int LIMIT = 1 << 16;
  private static final String SPECIAL = "\",\n\r;.-+eE0\0 \u00e9";

  record Row(String name, float x, int label, boolean kept) {}

  private static void damage(byte[] seed, int inputs, Consumer<byte[]> reader) {
    var random = new Random(Arrays.hashCode(seed));
    for (int i = 0; i < inputs; i++) {
      var content = damaged(seed, random);
      try {
        reader.accept(content);
      } catch (DataException e) {
        assertThat(e.getMessage()).containsAnyOf("needs", "must");
      } catch (RuntimeException | Error e) {
        throw new AssertionError("input " + i + ": " + Arrays.toString(content), e);
      }
    }
  }

  private static byte[] damaged(byte[] seed, Random random) {
    var content = seed.clone();
    int changes = 1 + random.nextInt(4);
    for (int k = 0; k < changes && content.length > 0; k++) {
      int at = random.nextInt(content.length);
      switch (random.nextInt(4)) {
        case 0 -> content[at] = (byte) random.nextInt();
        case 1 -> content[at] = (byte) SPECIAL.charAt(random.nextInt(SPECIAL.length()));
        case 2 -> content = Arrays.copyOf(content, at);
        default -> {
          var shorter = Arrays.copyOf(content, content.length - 1);
          System.arraycopy(content, at + 1, shorter, at, shorter.length - at);
          content = shorter;
        }
      }
    }
    return content;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name,x,label,kept\na,1.5,3,true\nb,-2e5,4,0\n",
        "name,x,label,kept\r\n\"a,\"\"b\",1,3,1\r\n\r\n\"\",,4,false"
      })
  void tables_of_text(String text) {
    damage(
        text.getBytes(StandardCharsets.UTF_8),
        INPUTS,
        content -> Csv.of(content, "a.csv").records(Row.class).inMemory());
    damage(
        text.getBytes(StandardCharsets.UTF_8),
        INPUTS,
        content -> Csv.of(content, "a.csv").floats("x", "label"));
  }

  @Test
  void lines() {
    damage(
        "one\ntwo\r\nünï\n".getBytes(StandardCharsets.UTF_8),
        INPUTS,
        content -> TextLines.of(content, "a.txt", LIMIT).inMemory());
  }

  @Test
  void idx_files_packed_or_not() throws IOException {
    byte[] plain = {0, 0, 8, 2, 0, 0, 0, 2, 0, 0, 0, 3, 1, 2, 3, 4, 5, 6};
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(plain);
    }
    damage(plain, INPUTS, content -> Idx.read(content, "a.idx", LIMIT));
    damage(packed.toByteArray(), INPUTS, content -> Idx.read(content, "a.idx", LIMIT));
  }

  @Test
  void cifar_binaries() {
    damage(new byte[3073 * 2], 200, content -> Cifar.read10(content, "a.bin"));
    damage(new byte[3074], 200, content -> Cifar.read100(content, "a.bin"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"png", "jpg", "gif", "bmp"})
  void images(String format) throws IOException {
    var image = new BufferedImage(9, 7, BufferedImage.TYPE_INT_RGB);
    image.setRGB(3, 3, 0xffffff);
    var bytes = new ByteArrayOutputStream();
    ImageIO.write(image, format, bytes);
    var options = ImageOptions.of(4, 4).withMaxPixels(LIMIT);
    damage(bytes.toByteArray(), INPUTS, content -> Images.read(content, "a", options));
  }
}
