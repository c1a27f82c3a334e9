package io.cambric.frameworks.torch;

import static io.cambric.frameworks.torch.PickleBytes.call;
import static io.cambric.frameworks.torch.PickleBytes.dict;
import static io.cambric.frameworks.torch.PickleBytes.floats;
import static io.cambric.frameworks.torch.PickleBytes.global;
import static io.cambric.frameworks.torch.PickleBytes.list;
import static io.cambric.frameworks.torch.PickleBytes.pickle;
import static io.cambric.frameworks.torch.PickleBytes.real;
import static io.cambric.frameworks.torch.PickleBytes.text;
import static io.cambric.frameworks.torch.PickleBytes.tuple;
import static io.cambric.frameworks.torch.PickleBytes.whole;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files with some bytes changed, taken out or cut are read or refused, and nothing else. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DamagedTorchTest {

  private static final int INPUTS = 3000;

  private static final byte[] SIX = TorchBytes.floats(0, 1, 2, 3, 4, 5);

  private static final byte[] VALUES =
      pickle(
          dict(
              text("w"), floats("0", 6),
              text("options"), list(tuple(whole(1), real(0.5)), text("a"), dict()),
              whole(3), call(global("torch", "Size"), PickleBytes.wholes(2, 3))));

  @TempDir private Path folder;

  private interface Writer {

    void write(Path file, byte[] damaged) throws IOException;
  }

  private void damage(byte[] seed, Writer writer) throws IOException {
    var random = new Random(Arrays.hashCode(seed));
    var file = folder.resolve("model.pt");
    for (int i = 0; i < INPUTS; i++) {
      var damaged = damaged(seed, random);
      writer.write(file, damaged);
      try (var open = TorchFile.open(file)) {
        open.names().forEach(open::raw);
      } catch (DataException e) {
        assertThat(e.getMessage()).contains(file.toString());
      } catch (RuntimeException | Error e) {
        throw new AssertionError("input " + i + ": " + Arrays.toString(damaged), e);
      }
    }
  }

  private static byte[] damaged(byte[] seed, Random random) {
    var content = seed.clone();
    for (int k = random.nextInt(4); k >= 0 && content.length > 0; k--) {
      int at = random.nextInt(content.length);
      switch (random.nextInt(4)) {
        case 0 -> content[at] = (byte) random.nextInt();
        case 1 -> content[at] = content[random.nextInt(content.length)];
        case 2 -> content = random.nextInt(4) == 0 ? Arrays.copyOf(content, at) : content;
        default -> {
          var shorter = Arrays.copyOf(content, content.length - 1);
          System.arraycopy(content, at + 1, shorter, at, shorter.length - at);
          content = shorter;
        }
      }
    }
    return content;
  }

  @Test
  void zip_archives() throws IOException {
    var file = folder.resolve("sound.pt");
    TorchBytes.zip(file, VALUES, SIX);
    damage(Files.readAllBytes(file), Files::write);
  }

  @Test
  void pickles_with_the_right_checksum() throws IOException {
    damage(VALUES, (file, damaged) -> TorchBytes.zip(file, damaged, SIX));
  }

  @Test
  void files_of_the_older_form() throws IOException {
    damage(
        TorchBytes.legacy(VALUES, pickle(list(text("0"))), TorchBytes.counted(6, SIX)),
        Files::write);
  }
}
