package io.cambric.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.CambricException;
import io.cambric.errors.DataException;
import io.cambric.io.RawArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged and hostile bytes are refused with what is wrong where. */
class MsgpackRefusalTest {

  private static final String NOT_SOUND = "An array of bytes is not msgpack as Flax writes it: ";
  private static final String MEND = ". Fetch or write it again.";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                 | a value at byte 0 needs 1 more bytes, but 0 are left",
        "c1                 | byte 0 is 0xc1, which cannot begin a value",
        "0505               | its value ends at byte 1, but 1 more bytes follow",
        "a561               | a value at byte 1 needs 5 more bytes, but 1 are left",
        "a1ff               | the string at byte 1 is not in UTF-8",
        "ddffffffff         | a value at byte 5 needs 4294967295 more bytes, but 0 are left",
        "df7fffffff00       | a value at byte 5 needs 4294967294 more bytes, but 1 are left",
        "c6ffffffff00       | a value at byte 5 needs 4294967295 more bytes, but 1 are left",
        "82a16101a16102     | the key \"a\" occurs twice in a map",
        "819001             | the key at byte 1 is neither a string nor an integer",
        "d40190             | the array at byte 2 does not consist of shape, dtype and bytes",
        "d40290             | a complex number needs two numbers",
        "c70b019391cfffffffffffffffff | the array at byte 3 has an axis of 18446744073709551615"
            + " elements",
        "c70c019392ce40000000ce40000000 | the array at byte 3 has more than 2147483639 elements",
        "c71001939102a7666c6f61743332c4030000ff"
            + " | 'the array at byte 3 is f32[2], which takes 8 bytes, but has 3'",
        "c70b01939101a4626f6f6cc40102 | 'an element of a bool array is 2, not 0 or 1'",
        "c70d01939101a7666c6f61743332c400"
            + " | 'the array at byte 3 is f32[1], which takes 4 bytes, but has 0'",
        "c71103939101a7666c6f61743332c40400000000 | the NumPy scalar at byte 3 has shape [1]",
      })
  void unsound_bytes_are_refused(String hex, String what) {
    refuses(HexFormat.of().parseHex(hex), what);
  }

  @Test
  void an_extension_value_ends_where_its_length_says() {
    refuses(
        HexFormat.of().parseHex("c711019390a7666c6f61743332c4040000803f00"),
        "an extension value ends at byte 19, but its length reaches to byte 20");
  }

  @Test
  void bytes_in_one_another_are_as_deep_as_the_packer_of_python_makes_them() {
    var deep = new byte[512];
    Arrays.fill(deep, (byte) 0x91);
    deep[511] = 1;
    assertThat(Serialization.msgpackRestore(deep)).isInstanceOf(List.class);

    var deeper = new byte[1_000_000];
    Arrays.fill(deeper, (byte) 0x91);
    refuses(deeper, "the tree has more than 511 levels");
  }

  @Test
  void every_beginning_of_a_file_is_refused() {
    var bytes = Serialization.toBytes(tree());
    for (int length = 0; length < bytes.length; length++) {
      var beginning = Arrays.copyOf(bytes, length);
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> Serialization.msgpackRestore(beginning));
    }
  }

  @Test
  void changed_bytes_are_read_or_refused_with_an_exception_of_cambric() {
    var bytes = Serialization.toBytes(tree(), SerializationOptions.DEFAULT.withMaxChunkBytes(8));
    var random = new SplittableRandom(1);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      var changed = bytes.clone();
      for (int k = random.nextInt(1, 4); k > 0; k--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      try {
        Serialization.msgpackRestore(changed);
      } catch (CambricException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(1, 20_000);
  }

  private static Map<String, Object> tree() {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("params", Map.of("kernel", NdArray.of(Shape.of(2, 3), 1, 2, 3, 4, 5, 6)));
    tree.put("step", 300);
    tree.put("name", "x".repeat(40));
    tree.put("complex", new ComplexNumber(1, 2));
    tree.put("raw", RawArray.of("complex64", Shape.of(2), new byte[16]));
    return tree;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shape   | it has no shape",
        "chunks  | 'its shape is [3], but its chunks have 0 elements'",
        "chunk   | chunk 0 is not a flat array of its dtype",
        "axis    | axis 0 of its shape is not a size",
      })
  void chunks_that_do_not_fit_are_refused(String part, String what) {
    var map = new LinkedHashMap<String, Object>();
    map.put("__msgpack_chunked_array__", true);
    map.put("shape", Map.of("0", part.equals("axis") ? "x" : 3));
    map.put("chunks", Map.of("0", part.equals("chunk") ? 1 : NdArray.of(Shape.of(3), 1, 2, 3)));
    map.remove(part);

    refuses(Serialization.toBytes(Map.of("w", map)), "of the array in chunks at ./w, " + what);
  }

  @Test
  void a_file_larger_than_the_options_allow_is_not_read() throws IOException {
    var file = folder.resolve("tree.msgpack");
    Files.write(file, new byte[] {(byte) 0xa1, 'x'});

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(
            () -> Serialization.msgpackRestore(file, SerializationOptions.DEFAULT.withMaxBytes(1)))
        .withMessageStartingWith(
            file
                + " has 2 bytes, but the options allow 1. Raise withMaxBytes if you trust its"
                + " origin.");
  }

  @Test
  void a_missing_file_and_a_folder_are_refused_by_name() {
    var missing = folder.resolve("missing.msgpack");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Serialization.msgpackRestore(missing))
        .withMessageStartingWith(
            "File %s cannot be read: java.nio.file.NoSuchFileException: %1$s. Check that it exists and is a msgpack file of Flax."
                .formatted(missing));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Serialization.msgpackRestore(folder))
        .withMessageStartingWith(
            "Reading a msgpack file of Flax needs a regular file, but %s is a folder, a pipe or a device. Copy its content to a regular file."
                .formatted(folder));
  }

  private static void refuses(byte[] bytes, String what) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Serialization.msgpackRestore(bytes))
        .withMessageStartingWith(NOT_SOUND + what + MEND);
  }
}
