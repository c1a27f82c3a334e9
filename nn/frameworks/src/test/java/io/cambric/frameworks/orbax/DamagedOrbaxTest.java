package io.cambric.frameworks.orbax;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.errors.DataException;
import io.cambric.frameworks.content.DamagedBytes;
import io.cambric.frameworks.orbax.OcdbtWriter.Inline;
import io.cambric.frameworks.orbax.OcdbtWriter.Part;
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
class DamagedOrbaxTest {

  private static final int INPUTS = 2000;

  @TempDir private Path folder;

  private void damage(Path file, boolean framed) throws IOException {
    var seed = Files.readAllBytes(file);
    var random = new Random(59);
    for (int i = 0; i < INPUTS; i++) {
      var content = DamagedBytes.of(seed, random);
      if (framed && i % 4 != 0 && content.length > 16) {
        // Damage gets behind the check sum, and mostly behind the length.
        ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).putLong(4, content.length);
        OcdbtWriter.withSum(content);
      }
      Files.write(file, content);
      try (var checkpoint = OrbaxCheckpoint.open(folder)) {
        checkpoint.entries().forEach(entry -> checkpoint.get(entry.name()));
      } catch (DataException e) {
        assertThat(e.getMessage()).contains(folder.toString());
      } catch (RuntimeException | Error e) {
        throw new AssertionError("input " + i + ": " + Arrays.toString(content), e);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"_METADATA", "params.w/.zarray", "params.w/0.0"})
  void files_of_plain_folders(String path) throws IOException {
    new ZarrWriter(folder)
        .metadata("", "params.w", "flag")
        .file("params.w/.zarray", ZarrWriter.header("[2, 2]", "[2, 2]", "<f4", "null"))
        .file("flag/.zarray", ZarrWriter.header("[2]", "[2]", "|b1", "null"));
    Files.write(folder.resolve("params.w/0.0"), ZarrWriter.floats(1, 2, 3, 4));
    Files.write(folder.resolve("flag/0"), new byte[] {1, 0});

    damage(folder.resolve(path), false);
  }

  @ParameterizedTest
  @ValueSource(strings = {"manifest.ocdbt", "d/root", "process/d/a", "process/d/v"})
  void files_of_ocdbt(String path) throws IOException {
    OcdbtWriter.write(folder, "process/d/v", 0, ZarrWriter.floats(1, 2, 3));
    var header =
        "{\"zarr_format\":2,\"shape\":[2],\"chunks\":[2],\"dtype\":\"<f4\",\"order\":\"C\"}";
    var leaf = OcdbtWriter.leaf(new Part("d/v", 0, 4, 8), "w/0", new Inline("w/.zarray", header));
    var root =
        OcdbtWriter.interior(
            1, List.of("params."), OcdbtWriter.write(folder, "process/d/a", 8, leaf));
    var place = OcdbtWriter.write(folder, "d/root", 0, root);
    Files.write(folder.resolve("manifest.ocdbt"), OcdbtWriter.manifest(place, 1));

    damage(folder.resolve(path), true);
  }
}
