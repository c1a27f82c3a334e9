package io.cambric.frameworks.keras;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files with some bytes changed or cut are read or refused, and nothing else. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DamagedKerasFilesTest {

  private static final Path RECORDED = Path.of("../../src-test/golden/checkpoints/keras");
  private static final Path WRITTEN = Path.of("src/test/resources/io/cambric/frameworks/keras");

  private static final int INPUTS = 400;

  /** Values of bytes in which lengths and addresses become large, negative or nothing. */
  private static final int[] SPECIAL = {0, 1, 2, 0x7f, 0x80, 0xff};

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "true, dense.weights.h5",
    "true, dense.h5",
    "true, dense.keras",
    "true, half.weights.h5",
    "true, dense-gzip.weights.h5",
    "true, broken-links.weights.h5",
    "false, chunked.h5",
    "false, compact.h5",
    "false, dtypes.h5",
    "false, latest.h5",
    "false, userblock.h5",
    "false, keras2.h5",
  })
  void damaged_files_end_with_an_exception_for_data(boolean recorded, String name)
      throws IOException {
    byte[] seed = Files.readAllBytes((recorded ? RECORDED : WRITTEN).resolve(name));
    var random = new Random(Arrays.hashCode(seed));
    var file = folder.resolve("damaged");
    for (int i = 0; i < INPUTS; i++) {
      byte[] content = damaged(seed, random);
      Files.write(file, content);
      try (var open = KerasFile.open(file)) {
        for (var entry : open.entries()) {
          read(open, entry.name());
        }
      } catch (DataException e) {
        // The file is refused.
      } catch (RuntimeException | Error e) {
        throw new AssertionError("input %d of %s".formatted(i, name), e);
      }
    }
  }

  private static void read(KerasFile file, String name) {
    try {
      file.get(name);
    } catch (DataException e) {
      // The array is refused.
    }
  }

  private static byte[] damaged(byte[] seed, Random random) {
    byte[] content = seed.clone();
    for (int k = random.nextInt(4); k >= 0; k--) {
      // Structures rather than elements are at the beginning.
      int at =
          random.nextInt(random.nextBoolean() ? content.length : Math.min(content.length, 4096));
      int length = 1 + random.nextInt(random.nextBoolean() ? 1 : 8);
      int value = random.nextBoolean() ? random.nextInt() : SPECIAL[random.nextInt(SPECIAL.length)];
      Arrays.fill(content, at, Math.min(content.length, at + length), (byte) value);
    }
    return random.nextInt(8) == 0
        ? Arrays.copyOf(content, random.nextInt(content.length))
        : content;
  }
}
