package io.cambric.frameworks.tensorflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.errors.DataException;
import io.cambric.file.support.MaskedSum;
import io.cambric.frameworks.content.DamagedBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files with some bytes changed, taken out or cut are read or refused, and nothing else. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DamagedBundleTest {

  private static final int INPUTS = 3000;

  @TempDir private Path folder;

  /** Half of the indexes get check sums that agree, so that damage reaches what is behind them. */
  @ParameterizedTest
  @ValueSource(strings = {".index", ".data-00000-of-00001"})
  void damage_ends_with_an_exception_that_names_the_file(String ending) throws IOException {
    var prefix = folder.resolve("ckpt");
    var slice = new TensorSlice(List.of(0L), List.of(2L));
    new BundleWriter()
        .floats("a/.ATTRIBUTES/VARIABLE_VALUE", List.of(2L, 3L), 1, 2, 3, 4, 5, 6)
        .strings("names", "one", "two")
        .parts("w", List.of(2L), slice)
        .part("w", slice, List.of(2L), 7, 8)
        .write(prefix);
    var file = Path.of(prefix + ending);
    var seed = Files.readAllBytes(file);
    var random = new Random(59);

    for (int i = 0; i < INPUTS; i++) {
      var content = DamagedBytes.of(seed, random);
      if (ending.equals(".index") && i % 2 == 0) {
        withSums(content, seed);
      }
      Files.write(file, content);
      try (var checkpoint = TensorFlowCheckpoint.open(prefix)) {
        for (var entry : checkpoint.entries()) {
          read(checkpoint, entry.name(), entry.dtype());
        }
      } catch (DataException e) {
        assertThat(e.getMessage()).contains(prefix.toString());
      } catch (RuntimeException | Error e) {
        throw new AssertionError("input " + i + ": " + Arrays.toString(content), e);
      }
    }
  }

  private static void read(TensorFlowCheckpoint checkpoint, String name, String dtype) {
    if (dtype.equals("string")) {
      checkpoint.strings(name);
    } else {
      checkpoint.get(name);
    }
  }

  /** Sets the check sums of the block of entries and of the block of places. */
  private static void withSums(byte[] content, byte[] seed) {
    var footer = ByteBuffer.wrap(seed, seed.length - BundleWriter.FOOTER_BYTES + 2, 4);
    int places = varint(footer);
    int placesBytes = varint(footer);
    if (content.length == seed.length) {
      sum(content, 0, places - BundleWriter.TRAILER_BYTES);
      sum(content, places, placesBytes);
    }
  }

  private static int varint(ByteBuffer bytes) {
    int low = bytes.get() & 0xff;
    return low < 0x80 ? low : low & 0x7f | bytes.get() << 7;
  }

  private static void sum(byte[] content, int begin, int size) {
    int sum = MaskedSum.of(ByteBuffer.wrap(content, begin, size + 1));
    ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).putInt(begin + size + 1, sum);
  }
}
