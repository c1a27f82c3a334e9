package io.cambric.io.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.io.safetensors.format.SafeTensorsFormat;
import io.cambric.testing.OtherProcess;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The limits of SafeTensors files: large files, other files, and content that no reader would take.
 */
class SafeTensorsLimitsTest {

  private static final NdArray ZERO = NdArray.scalar(DType.F32, 0);

  private static final String PAIRS = " Nothing was written. Pass a string with paired surrogates.";
  private static final String TEXT = " Nothing was written. Pass a string, or leave it out.";

  @TempDir private Path folder;

  private Path file(String header) throws IOException {
    var json = header.getBytes(StandardCharsets.UTF_8);
    var bytes =
        ByteBuffer.allocate(Long.BYTES + json.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(json.length)
            .put(json);
    return Files.write(folder.resolve("file"), bytes.array());
  }

  private static String readIn(String heap, Path file) throws IOException {
    var options = List.of("-Xmx" + heap, "-XX:+UseSerialGC");
    try (var reader = OtherProcess.start(options, OtherPrograms.Reader.class, file.toString())) {
      return reader.line();
    }
  }

  @Test
  void a_header_of_20_mb_with_364508_empty_arrays_is_read_in_240_mb() throws IOException {
    var header =
        IntStream.range(0, 364_508)
            .mapToObj(
                "\"%06x\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}"::formatted)
            .collect(Collectors.joining(",", "{", "}"));

    assertThat(readIn("240m", file(header))).isEqualTo("364508");
  }

  @Test
  void a_file_that_the_heap_cannot_hold_is_refused_with_what_to_do() throws IOException {
    var file =
        file("{\"x\":{\"dtype\":\"U8\",\"shape\":[100000000],\"data_offsets\":[0,100000000]}}");
    long bytes = Files.size(file) + 100_000_000;
    try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(bytes);
    }

    assertThat(readIn("64m", file))
        .startsWith(
            "Reading %s, a file of %d bytes, needs more memory than the ".formatted(file, bytes))
        .endsWith(" bytes. Start it with a larger -Xmx, or split the file.");
  }

  @Test
  void names_as_long_as_headers_are_written_and_read() {
    var file = folder.resolve("file");
    var name = "a".repeat(1_000_000);

    SafeTensors.of(Map.of(name, ZERO)).withMetadata(Map.of(name, name)).write(file);

    assertThat(SafeTensors.read(file).names()).containsExactly(name);
    assertThat(SafeTensors.read(file).metadata()).isEqualTo(Map.of(name, name));
  }

  static Stream<Arguments> unreadable() {
    var empty =
        NdArray.of(
            new ShapedArray(Shape.of(Integer.MAX_VALUE, Integer.MAX_VALUE, 5, 0), DType.U8),
            Buffer.allocate(DType.U8, 0));
    return Stream.of(
        arguments(
            Map.of("__metadata__", ZERO),
            Map.of(),
            "an array has the name \"__metadata__\", which the format reserves for text. "
                + "Nothing was written. Choose another name."),
        arguments(
            Map.of("a\ud800b", ZERO),
            Map.of(),
            "the name of an array is \"a\\ud800b\", which is not Unicode." + PAIRS),
        arguments(
            Map.of("\udc00\ud800", ZERO),
            Map.of(),
            "the name of an array is \"\\udc00\\ud800\", which is not Unicode." + PAIRS),
        arguments(
            Collections.singletonMap(null, ZERO), Map.of(), "the name of an array is null." + TEXT),
        arguments(
            Collections.singletonMap("x", null),
            Map.of(),
            "array \"x\" is null. Nothing was written. Leave it out."),
        arguments(
            Map.of("x", empty),
            Map.of(),
            "array \"x\" of shape \"[2147483647, 2147483647, 5, 0]\" has sizes with a product of"
                + " more than 64 bits. Nothing was written. Save it with fewer axes."),
        arguments(
            Map.of(),
            Map.of("\ud800", ""),
            "a key of the metadata is \"\\ud800\", which is not Unicode." + PAIRS),
        arguments(
            Map.of(),
            Map.of("k", "\ud800"),
            "the metadata \"k\" is \"\\ud800\", which is not Unicode." + PAIRS),
        arguments(
            Map.of(), Collections.singletonMap("k", null), "the metadata \"k\" is null." + TEXT),
        arguments(
            Map.of(),
            Collections.singletonMap(null, "v"),
            "a key of the metadata is null." + TEXT));
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("unreadable")
  void what_could_not_be_read_is_refused_before_anything_is_written(
      Map<String, NdArray> arrays, Map<String, String> metadata, String what) throws IOException {
    assertRefused(SafeTensors.of(arrays).withMetadata(metadata), what);
  }

  @Test
  void a_header_longer_than_readers_take_is_refused_before_anything_is_written()
      throws IOException {
    var tooLong = "a".repeat(SafeTensorsFormat.MAX_HEADER_BYTES);
    var what =
        "the names and shapes of %d arrays, and the metadata, take more than the 100000000 bytes of"
            + " a header. Nothing was written. Write several files.";
    assertRefused(SafeTensors.of(Map.of(tooLong, ZERO)), what.formatted(1));
    assertRefused(SafeTensors.of(Map.of()).withMetadata(Map.of("k", tooLong)), what.formatted(0));
  }

  private void assertRefused(SafeTensors content, String what) throws IOException {
    var file = Files.writeString(folder.resolve("file"), "old");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> content.write(file))
        .withMessage("File %s would be an invalid safetensors file: %s", file, what);

    assertThat(file).hasContent("old");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void metadata_may_have_the_name_that_arrays_may_not() {
    var file = folder.resolve("file");
    var metadata = new HashMap<>(Map.of("__metadata__", "a", "", ""));

    SafeTensors.of(Map.of("", ZERO)).withMetadata(metadata).write(file);

    assertThat(SafeTensors.read(file).metadata()).isEqualTo(metadata);
    assertThat(SafeTensors.read(file).names()).containsExactly("");
  }

  @Test
  void a_folder_a_pipe_and_a_device_are_refused_without_waiting_for_them() throws Exception {
    var zero = Path.of("/dev/zero");
    assumeTrue(Files.exists(zero));
    var pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    for (var file : List.of(folder, pipe, zero)) {
      assertTimeoutPreemptively(
          Duration.ofMinutes(1),
          () ->
              assertThatExceptionOfType(DataException.class)
                  .isThrownBy(() -> SafeTensors.read(file))
                  .withMessage(
                      "Reading a safetensors file needs a regular file, but %s is a folder, a pipe or "
                          + "a device. Copy its content to a regular file.",
                      file));
    }
  }

  @Test
  void a_sparse_file_of_2_gib_is_refused_at_its_first_byte() throws IOException {
    var file = folder.resolve("file");
    try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(1L << 31);
    }

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SafeTensors.read(file))
        .withMessage(
            "%s is not a valid safetensors file: its header does not begin with a JSON "
                + "object. Fetch or write it again.",
            file);
  }
}
