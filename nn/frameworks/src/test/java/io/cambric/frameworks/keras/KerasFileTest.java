package io.cambric.frameworks.keras;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.WeightEntry;
import io.cambric.json.JsonValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KerasFileTest {

  /** Files that Keras wrote. */
  private static final Path RECORDED = Path.of("../../src-test/golden/checkpoints/keras");

  /** Files that h5py wrote, whose arrays count from 0. */
  private static final Path WRITTEN = Path.of("src/test/resources/io/cambric/frameworks/keras");

  @TempDir private Path folder;

  private static KerasFile recorded(String name) {
    return KerasFile.open(RECORDED.resolve(name));
  }

  private static KerasFile written(String name) {
    return KerasFile.open(WRITTEN.resolve(name));
  }

  private static double[] counting(NdArray array) {
    return IntStream.range(0, array.shape().size()).asDoubleStream().toArray();
  }

  private static double[] values(NdArray array) {
    return IntStream.range(0, array.shape().size()).mapToDouble(array::getDouble).toArray();
  }

  @Test
  void a_file_of_keras_3_has_the_paths_of_its_datasets_by_class() {
    try (var file = recorded("dense.keras")) {
      assertThat(file.format()).isEqualTo("Keras, .keras");
      assertThat(file.names())
          .startsWith(
              "layers/dense/vars/0",
              "layers/dense/vars/1",
              "layers/dense_1/vars/0",
              "layers/dense_1/vars/1",
              "optimizer/vars/0");
      assertThat(file.entries())
          .startsWith(
              new WeightEntry("layers/dense/vars/0", "float32", List.of(5L, 8L), 160),
              new WeightEntry("layers/dense/vars/1", "float32", List.of(8L), 32));
    }
  }

  @Test
  void the_same_arrays_have_the_names_that_the_user_gave_to_layers() {
    try (var file = recorded("dense.weights.h5")) {
      var layers = file.byLayerNames();

      assertThat(file.format()).isEqualTo("Keras, .weights.h5");
      assertThat(layers.names())
          .startsWith("hidden/vars/0", "hidden/vars/1", "out/vars/0", "out/vars/1", "adam/vars/0");
      assertThat(layers.get("out/vars/1").toFloats())
          .isEqualTo(file.get("layers/dense_1/vars/1").toFloats());
    }
  }

  @Test
  void layers_within_layers_have_the_names_of_all() {
    try (var file = recorded("recurrent.keras")) {
      assertThat(file.byLayerNames().names())
          .contains("bidirectional/forward_gru/gru_cell/vars/2", "lstm_1/lstm_cell/vars/0");
    }
    try (var file = recorded("nested-shared.keras")) {
      assertThat(file.byLayerNames().names())
          .containsExactly(
              "shared/vars/0",
              "shared/vars/1",
              "inner/dense_2/vars/0",
              "inner/dense_2/vars/1",
              "inner/dense_3/vars/0",
              "inner/dense_3/vars/1");
    }
  }

  @Test
  void numbers_of_variables_are_in_their_order_as_numbers() {
    try (var file = recorded("recurrent.weights.h5")) {
      assertThat(List.copyOf(file.names()))
          .containsSequence("optimizer/vars/1", "optimizer/vars/2")
          .containsSequence("optimizer/vars/9", "optimizer/vars/10");
    }
  }

  @Test
  void an_older_file_has_the_names_of_layers_and_weights_in_the_order_of_the_model() {
    try (var file = recorded("dense.h5")) {
      assertThat(file.format()).isEqualTo("Keras, .h5");
      assertThat(file.names())
          .startsWith(
              "model_weights/hidden/net/hidden/kernel",
              "model_weights/hidden/net/hidden/bias",
              "model_weights/out/net/out/kernel",
              "model_weights/out/net/out/bias",
              "optimizer_weights/adam/iteration");
      assertThat(file.byLayerNames().names())
          .startsWith("net/hidden/kernel", "net/hidden/bias", "net/out/kernel", "net/out/bias");
    }
  }

  @Test
  void a_file_of_keras_2_has_weights_alone() {
    try (var file = written("keras2.h5")) {
      assertThat(file.names()).containsExactly("dense/dense/kernel:0", "dense/dense/bias:0");
      assertThat(file.byLayerNames().names()).containsExactly("dense/kernel:0", "dense/bias:0");
      assertThat(file.texts()).isEqualTo(Map.of("backend", "tensorflow", "keras_version", "2.4.0"));
      assertThat(file.config()).isEmpty();
    }
  }

  @Test
  void texts_about_the_model_are_there_and_nothing_of_them_runs() {
    try (var file = recorded("broken-lambda.keras")) {
      assertThat(file.texts()).containsOnlyKeys("metadata.json", "config.json");
      var classes =
          file.config().orElseThrow().get("config").get("layers").elements().stream()
              .map(layer -> layer.get("class_name").text())
              .toList();
      assertThat(classes).contains("Lambda");
      assertThat(file.get("layers/dense/vars/1").shape().size()).isEqualTo(8);
    }
    try (var file = recorded("dense.h5")) {
      assertThat(file.texts())
          .containsEntry("keras_version", "3.15.1")
          .containsKeys("model_config", "training_config");
      assertThat(file.config().map(config -> config.get("class_name")).map(JsonValue::text))
          .contains("Sequential");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "chunked.h5, 5",
    "compact.h5, 1",
    "latest.h5, 2",
    "many.h5, 100",
    "userblock.h5, 1",
  })
  void elements_are_found_in_all_layouts(String name, int arrays) {
    try (var file = written(name)) {
      assertThat(file.names()).hasSize(arrays);
      for (var path : file.names()) {
        var array = file.get(path);
        assertThat(values(array)).as(path).isEqualTo(counting(array));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f2", "f4", "f8", "big-f4", "big-i2"
      })
  void numbers_have_their_dtype_in_either_order_of_bytes(String name) {
    try (var file = written("dtypes.h5")) {
      var array = file.get(name);
      int bytes = name.charAt(name.length() - 1) - '0';
      assertThat(array.dtype().bytes()).isEqualTo(bytes);
      assertThat(values(array)).isEqualTo(counting(array));
    }
  }

  @Test
  void truth_values_scalars_and_empty_arrays_are_read() {
    try (var file = written("dtypes.h5")) {
      assertThat(file.get("bool")).hasToString("bool[3] [true, false, true]");
      assertThat(file.get("scalar")).hasToString("f32[] 5.0");
      assertThat(file.get("empty")).hasToString("f32[0,3] []");
    }
  }

  @Test
  void opaque_elements_have_the_dtype_of_their_attribute() {
    try (var file = recorded("half.weights.h5")) {
      assertThat(file.aval("layers/dense/vars/1")).hasToString("bf16[3]");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "complex64, void64",
    "text, bytes32",
    "texts, object",
    "float8, float8_e4m3fn",
  })
  void a_dtype_that_cambric_does_not_have_is_listed_and_refused_by_name(String name, String dtype) {
    try (var file = written("dtypes.h5")) {
      assertThat(file.entries())
          .filteredOn(entry -> entry.name().equals(name))
          .extracting(WeightEntry::dtype)
          .containsExactly(dtype);
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> file.get(name))
          .withMessageStartingWith(
              "Array \"%s\" of %s has dtype \"%s\", which Cambric does not have. Convert it in Keras, for example to float32."
                  .formatted(name, WRITTEN.resolve("dtypes.h5"), dtype));
    }
  }

  @Test
  void a_closed_file_says_so() {
    var file = recorded("dense.h5");
    var array = file.get("model_weights/out/net/out/bias");
    file.close();
    file.close();

    assertThat(array.shape().size()).isEqualTo(3);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> file.get("model_weights/out/net/out/bias"))
        .withMessageStartingWith(
            "%s is closed, so array \"model_weights/out/net/out/bias\" cannot be read. Read arrays before closing the file."
                .formatted(RECORDED.resolve("dense.h5")));
  }

  @Test
  void a_missing_array_is_refused_with_the_number_of_others() {
    try (var file = written("keras2.h5")) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> file.byLayerNames().get("a"))
          .withMessageStartingWith(
              "%s has no array named \"a\" among its 2 arrays. names() lists them."
                  .formatted(WRITTEN.resolve("keras2.h5")));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "broken-empty.weights.h5 | is not a valid HDF5 file: it has 0 bytes without the signature of HDF5. Fetch or write it again.",
        "broken-truncated.weights.h5 | is not a valid HDF5 file: it should have 21728 bytes, but has 14485. Fetch or write it again.",
        "broken-external.weights.h5 | must be an HDF5 file as Keras writes it, but has dataset \"layers/dense/vars/0\" with its elements in another file. Save the weights again with Keras, or copy them with h5py.",
        "broken-links.weights.h5 | must be an HDF5 file as Keras writes it, but has the external link \"layers\" in group \"\". Save the weights again with Keras, or copy them with h5py.",
        "broken-no-weights.keras | is not a valid Keras file: it needs the members config.json and model.weights.h5, but has [\"metadata.json\", \"config.json\"]. Fetch or write it again.",
      })
  void a_malformed_file_is_refused_with_its_place(String name, String message) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> recorded(name))
        .withMessageStartingWith(RECORDED.resolve(name) + " " + message);
  }

  @Test
  void a_configuration_that_is_cut_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> recorded("broken-config.keras"))
        .withMessageStartingWith(
            "The config.json of %s is not JSON: line 1, column 3049:"
                .formatted(RECORDED.resolve("broken-config.keras")));
  }

  private Path changed(String name, Consumer<ByteBuffer> change) throws IOException {
    var bytes = ByteBuffer.wrap(Files.readAllBytes(RECORDED.resolve(name)));
    change.accept(bytes.order(ByteOrder.LITTLE_ENDIAN));
    return Files.write(folder.resolve("changed-" + name), bytes.array());
  }

  private static int find(ByteBuffer bytes, String letters) {
    return new String(bytes.array(), StandardCharsets.ISO_8859_1).indexOf(letters);
  }

  @Test
  void a_tree_that_leads_back_to_itself_is_refused() throws IOException {
    var file =
        changed(
            "dense.weights.h5",
            bytes -> {
              int root = find(bytes, "TREE");
              bytes.put(root + 5, (byte) 1).putLong(root + 32, root);
            });

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> KerasFile.open(file))
        .withMessageContaining("the tree of group \"\" leads back to byte ");
  }

  @Test
  void a_group_that_contains_itself_is_refused() throws IOException {
    var file =
        changed(
            "dense.weights.h5",
            bytes -> {
              int symbols = find(bytes, "SNOD");
              // The address of the header of the root, as the superblock has it.
              bytes.putLong(symbols + 16, bytes.getLong(64));
            });

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> KerasFile.open(file))
        .withMessageStartingWith(
            file
                + " is not a valid HDF5 file: group \"layers\" is also another group, or contains itself.");
  }

  @Test
  void a_count_beyond_the_file_is_refused_before_anything_is_allocated() throws IOException {
    var file =
        changed("dense.weights.h5", bytes -> bytes.putShort(find(bytes, "TREE") + 6, (short) -1));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> KerasFile.open(file))
        .withMessageContaining("a node of a tree would have 1048560 bytes from byte ");
  }

  private Path zipped(String name, boolean packed) throws IOException {
    var members = new LinkedHashMap<String, byte[]>();
    try (var zip = new ZipFile(RECORDED.resolve(name).toFile())) {
      for (var entry : zip.stream().toList()) {
        members.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
      }
    }
    var file = folder.resolve("zipped.keras");
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.setLevel(packed ? 9 : 0);
      for (var member : members.entrySet()) {
        zip.putNextEntry(new ZipEntry(member.getKey()));
        zip.write(member.getValue());
      }
    }
    return file;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void members_may_be_packed(boolean packed) throws IOException {
    try (var file = KerasFile.open(zipped("dense.keras", packed));
        var original = recorded("dense.keras")) {
      assertThat(file.get("layers/dense/vars/0").toFloats())
          .isEqualTo(original.get("layers/dense/vars/0").toFloats());
    }
  }

  @Test
  void a_packed_member_above_the_limit_is_refused() throws IOException {
    var file = zipped("dense.keras", true);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> KerasFile.open(file, 5000))
        .withMessageStartingWith(
            "Member \"model.weights.h5\" of %s must unpack to at most 5000 bytes, but its ", file);
  }

  @Test
  void packed_arrays_above_the_limit_are_refused() {
    var path = WRITTEN.resolve("chunked.h5");
    try (var file = KerasFile.open(path, 100)) {
      assertThat(file.get("plain").shape().size()).isEqualTo(24);
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> file.get("gzip"))
          .withMessageStartingWith(
              path
                  + " must unpack to at most 100 bytes, but its 17616 bytes unpack to 284 or more. If you trust it, raise the limit: KerasFile.open(file, maxUnpackedBytes).");
    }
  }

  @Test
  void a_changed_byte_of_an_archive_is_found_by_its_checksum() throws IOException {
    byte[] weights = weights("dense.keras");
    var file =
        changed(
            "dense.keras",
            bytes -> {
              // The last bytes of an HDF5 file that are elements.
              int at = find(bytes, new String(weights, StandardCharsets.ISO_8859_1));
              bytes.put(at + weights.length - 1, (byte) ~bytes.get(at + weights.length - 1));
            });

    try (var open = KerasFile.open(file)) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> open.get("layers/dense/vars/0"))
          .withMessageStartingWith(
              file
                  + " is not a valid Keras file: the CRC-32 of member \"model.weights.h5\" does not match its bytes.");
    }
  }

  private static byte[] weights(String name) throws IOException {
    try (var zip = new ZipFile(RECORDED.resolve(name).toFile())) {
      return zip.getInputStream(zip.getEntry("model.weights.h5")).readAllBytes();
    }
  }

  @Test
  void a_folder_is_no_file() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> KerasFile.open(folder))
        .withMessageStartingWith("Reading a Keras file needs a regular file, but " + folder);
  }
}
