package io.cambric.io.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.CambricException;
import io.cambric.errors.DataException;
import io.cambric.io.Damage;
import io.cambric.io.RandomArrays;
import io.cambric.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpzTest {

  @TempDir private Path folder;

  static LongStream seeds() {
    return Seeds.of(50);
  }

  private static NdArray zeros(int count) {
    var aval = new ShapedArray(Shape.of(count), DType.U8);
    return NdArray.of(aval, Buffer.allocate(DType.U8, count));
  }

  private void write(Path file, boolean compressed, Map<String, ?> arrays) {
    if (compressed) {
      Npz.writeCompressed(file, arrays);
    } else {
      Npz.write(file, arrays);
    }
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void random_arrays_are_written_and_read_again(long seed) throws IOException {
    var random = new Random(seed);
    var arrays = RandomArrays.named(random);
    var file = folder.resolve("arrays.npz");
    boolean compressed = random.nextBoolean();

    write(file, compressed, arrays);
    var first = Files.readAllBytes(file);
    write(file, compressed, arrays);

    assertThat(Files.readAllBytes(file)).isEqualTo(first);
    var read = Npz.read(file);
    assertThat(List.copyOf(read.keySet())).isEqualTo(List.copyOf(arrays.keySet()));
    read.forEach((name, array) -> RandomArrays.assertSame(array, arrays.get(name)));
  }

  @Test
  void names_that_lead_out_of_a_folder_are_keys_alone() {
    var file = folder.resolve("arrays.npz");

    Npz.write(file, Map.of("../../evil", zeros(1)));

    assertThat(Npz.read(file)).containsOnlyKeys("../../evil");
    assertThat(folder.getParent().resolve("evil.npy")).doesNotExist();
  }

  @Test
  void two_members_of_one_name_are_refused() throws IOException {
    var file = folder.resolve("arrays.npz");
    Npz.write(file, Map.of("a", zeros(1), "b", zeros(2)));
    var text = Files.readString(file, StandardCharsets.ISO_8859_1).replace("b.npy", "a.npy");
    Files.writeString(file, text, StandardCharsets.ISO_8859_1);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Npz.open(file))
        .withMessage(
            "%s is not a valid npz file: it has two members \"a.npy\". Fetch or write it again.",
            file);
  }

  @Test
  void an_array_that_unpacks_to_more_than_the_limit_is_refused() {
    var file = folder.resolve("bomb.npz");
    Npz.writeCompressed(file, Map.of("x", zeros(1 << 20)));

    try (var open = Npz.open(file, 1000)) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> open.get("x"))
          .withMessage(
              "%s must unpack to at most 1000 bytes, but its 1260 bytes unpack to 1048704 or "
                  + "more. If you trust it, raise the limit: Npz.open(file, maxInflatedBytes).",
              file);
    }
    try (var open = Npz.open(file, 1048704)) {
      assertThat(open.get("x").size()).isEqualTo(1 << 20);
    }
  }

  /** Ten members of 8 MiB each, none of which is above the limit. */
  @Test
  void members_count_together() {
    var file = folder.resolve("many.npz");
    var arrays = new TreeMap<String, Object>();
    for (int i = 0; i < 10; i++) {
      arrays.put("x" + i, zeros(1 << 23));
    }
    Npz.writeCompressed(file, arrays);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Npz.read(file))
        .withMessageMatching(
            Pattern.quote(file.toString())
                + " must unpack to at most 67108864 bytes, but its \\d+ bytes unpack to 83887360 or "
                + "more\\. If you trust it, raise the limit: Npz\\.open\\(file, "
                + "maxInflatedBytes\\)\\.");
    try (var open = Npz.open(file, 83887360)) {
      assertThat(open.get("x9").size()).isEqualTo(1 << 23);
    }
    try (var open = Npz.open(file, 83887359)) {
      assertThat(open.names()).hasSize(10);
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> open.get("x0"))
          .withMessageContaining("at most 83887359 bytes");
    }
  }

  /** The second name in the directory leads to the bytes of the first. */
  @Test
  void members_that_share_their_bytes_are_refused() throws IOException {
    var file = folder.resolve("shared.npz");
    Npz.write(file, Map.of("a", zeros(1 << 16), "b", zeros(1)));
    byte[] bytes = Files.readAllBytes(file);
    int end = bytes.length - 22;
    var directory = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int first = directory.getInt(end + 16);
    int second =
        first
            + 46
            + directory.getShort(first + 28)
            + directory.getShort(first + 30)
            + directory.getShort(first + 32);
    boolean ordered = directory.getInt(first + 24) > directory.getInt(second + 24);
    int large = ordered ? first : second;
    int small = ordered ? second : first;
    // The sum of the content, both sizes, and the place.
    for (int field : new int[] {16, 20, 24, 42}) {
      directory.putInt(small + field, directory.getInt(large + field));
    }
    Files.write(file, bytes);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Npz.read(file))
        .withMessageMatching(
            Pattern.quote(file.toString())
                + " is not a valid npz file: its members have \\d+ bytes, but the file has only "
                + bytes.length
                + "\\. Fetch or write it again\\.");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_element_that_was_changed_is_found_by_the_sum(boolean compressed) throws IOException {
    var file = folder.resolve("arrays.npz");
    write(file, compressed, Map.of("x", NdArray.of(Shape.of(2), 1, 2)));
    var bytes = Files.readAllBytes(file);
    bytes[30 + "x.npy".length() + (compressed ? 20 : 130)] ^= 1;
    Files.write(file, bytes);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Npz.read(file))
        .withMessageContaining("x.npy");
  }

  @Test
  void an_unknown_name_and_a_closed_file_are_errors() {
    var file = folder.resolve("arrays.npz");
    Npz.write(file, Map.of("x", zeros(1)));
    var open = Npz.open(file);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> open.get("y"))
        .withMessage("%s has no array named \"y\" among its 1 arrays. names() lists them.", file);
    open.close();
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> open.get("x"))
        .withMessage(
            "%s is closed, so array \"x\" cannot be read. Read arrays before closing the file.",
            file);
  }

  @Test
  void what_is_no_array_is_refused_before_a_file_is_there() {
    var file = folder.resolve("arrays.npz");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Npz.write(file, Map.of("x", "text")))
        .withMessage(
            "Array \"x\" for %s needs an array or a raw array, but got \"text\". Nothing "
                + "was written. Make an array of it first.",
            file);
    assertThat(file).doesNotExist();
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void damaged_files_give_arrays_or_an_exception_of_ours(long seed) throws IOException {
    var random = new Random(seed);
    var file = folder.resolve("arrays.npz");
    write(file, random.nextBoolean(), RandomArrays.named(random));
    var sound = Files.readAllBytes(file);
    for (int i = 0; i < 50; i++) {
      Files.write(file, Damage.of(sound, random));
      try {
        Npz.read(file);
      } catch (CambricException e) {
        assertThat(e).isInstanceOf(DataException.class);
      }
    }
  }
}
