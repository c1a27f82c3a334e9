package io.cambric.io.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.RandomArrays;
import io.cambric.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTensorsShardsTest {

  private static final String INDEX = "model.safetensors.index.json";

  @TempDir private Path folder;

  static LongStream seeds() {
    return Seeds.of(50);
  }

  private Path index(String text) throws IOException {
    return Files.writeString(folder.resolve(INDEX), text);
  }

  private static NdArray ones(int count) {
    return RandomArrays.array(new Random(count), DType.F32, Shape.of(count));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void arrays_are_written_to_several_files_and_read_again(long seed) {
    var random = new Random(seed);
    var arrays = RandomArrays.named(random);

    SafeTensors.of(arrays).writeSharded(folder, 1 + random.nextInt(300));

    try (var open = SafeTensors.openSharded(folder.resolve(INDEX))) {
      assertThat(List.copyOf(open.names())).isEqualTo(List.copyOf(arrays.keySet()));
      arrays.forEach((name, array) -> {
        assertThat(open.aval(name)).isEqualTo(array.aval());
        RandomArrays.assertSame(open.get(name), array);
      });
    }
  }

  @Test
  void files_are_as_large_as_they_may_be_and_named_as_those_of_hugging_face() throws IOException {
    var arrays = new LinkedHashMap<String, NdArray>();
    arrays.put("a", ones(1));
    arrays.put("b", ones(1));
    arrays.put("c", ones(5));
    arrays.put("d", ones(2));

    SafeTensors.of(arrays).writeSharded(folder, 8);

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files)
          .extracting(file -> file.getFileName().toString())
          .containsExactlyInAnyOrder(
              "model-00001-of-00003.safetensors",
              "model-00002-of-00003.safetensors",
              "model-00003-of-00003.safetensors",
              INDEX);
    }
    assertThat(folder.resolve(INDEX))
        .content()
        .isEqualTo(
            "{\"metadata\":{\"total_size\":36},\"weight_map\":{\"a\":\"model-00001-of-00003.safetensors\",\"b\":\"model-00001-of-00003.safetensors\",\"c\":\"model-00002-of-00003.safetensors\",\"d\":\"model-00003-of-00003.safetensors\"}}");
  }

  @Test
  void all_differences_between_index_and_files_are_listed() throws IOException {
    SafeTensors.of(Map.of("a", ones(1))).write(folder.resolve("one.safetensors"));
    SafeTensors.of(Map.of("extra", ones(1))).write(folder.resolve("two.safetensors"));
    var index =
        index(
            """
            {"weight_map": {"a": "one.safetensors", "b": "two.safetensors", "c": "../three.safetensors"}}
            """);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SafeTensors.openSharded(index))
        .withMessage(
            "Index %s does not match its files: array \"b\" is not in file "
                + "\"two.safetensors\"; array \"extra\" of file \"two.safetensors\" is not in "
                + "the index; file \"../three.safetensors\" is not a name in the folder of the "
                + "index. Fetch or write the model again.",
            index);
  }

  /** Half of a surrogate pair is in no encoding of names of files. */
  @Test
  void a_name_that_no_file_can_have_is_refused() throws IOException {
    var index = index("{\"weight_map\": {\"a\": \"\\ud800\"}}");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SafeTensors.openSharded(index))
        .withMessageStartingWith("Index %s does not match its files: file ".formatted(index))
        .withMessageEndingWith(
            " has a name that this file system does not allow. Fetch or write the model again.");
  }

  @Test
  void a_total_size_that_is_wrong_is_refused() throws IOException {
    SafeTensors.of(Map.of("a", ones(1))).write(folder.resolve("one.safetensors"));
    var index =
        index("{\"metadata\": {\"total_size\": 5}, \"weight_map\": {\"a\": \"one.safetensors\"}}");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SafeTensors.openSharded(index))
        .withMessage(
            "Index %s does not match its files: its arrays have 4 bytes, but total_size is "
                + "5. Fetch or write the model again.",
            index);
  }

  @Test
  void a_link_out_of_the_folder_is_followed_only_on_request(@TempDir Path elsewhere)
      throws IOException {
    SafeTensors.of(Map.of("a", ones(1))).write(elsewhere.resolve("blob"));
    Files.createSymbolicLink(folder.resolve("one.safetensors"), elsewhere.resolve("blob"));
    var index = index("{\"weight_map\": {\"a\": \"one.safetensors\"}}");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SafeTensors.openSharded(index))
        .withMessage(
            "Index %s does not match its files: file \"one.safetensors\" is a link out of "
                + "the folder; openShardedFollowingLinks follows such links. Fetch or write the "
                + "model again.",
            index);
    try (var open = SafeTensors.openShardedFollowingLinks(index)) {
      RandomArrays.assertSame(open.get("a"), ones(1));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{}",
        "{\"weight_map\": 1}",
        "{\"weight_map\": {\"a\": 1}}",
        "{\"weight_map\": {\"a\": \"x\", \"a\": \"y\"}}",
        "{\"weight_map\": {}} {}"
      })
  void an_index_that_is_not_sound_is_refused(String text) throws IOException {
    var index = index(text);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SafeTensors.openSharded(index))
        .withMessageStartingWith(index + " is not a valid index of safetensors files: ");
  }

  @Test
  void a_number_of_bytes_has_to_be_positive() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SafeTensors.of(Map.of("a", ones(1))).writeSharded(folder, 0))
        .withMessage(
            "Files of a model need a positive maximum size, but got 0 bytes for %s. Pass "
                + "the maximum size of one file.",
            folder);
  }

  @Test
  void an_index_of_many_files_that_are_not_there_is_refused_at_the_first_of_them()
      throws IOException {
    var files = new StringJoiner(", ", "{\"weight_map\": {", "}}");
    for (int i = 0; i < 300_000; i++) {
      files.add("\"%1$d\": \"f%1$06d\"".formatted(i));
    }
    var index = index(files.toString());

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SafeTensors.openSharded(index))
        .withMessageStartingWith("Index %s does not match its files: File ", index)
        .withMessageContaining("f000019 cannot be read")
        .withMessageNotContaining("f000020")
        .withMessageEndingWith("; and more. Fetch or write the model again.");
  }

  @Test
  void files_of_a_model_take_the_place_of_links() throws IOException {
    var model = Files.createDirectory(folder.resolve("saved"));
    var other = Files.writeString(folder.resolve("other"), "text");
    Files.createSymbolicLink(model.resolve("model-00001-of-00001.safetensors"), other);
    Files.createSymbolicLink(model.resolve(INDEX), other);

    SafeTensors.of(Map.of("a", NdArray.of(Shape.of(1), 1))).writeSharded(model, 100);

    assertThat(other).hasContent("text");
    try (var open = SafeTensors.openSharded(model.resolve(INDEX))) {
      assertThat(open.names()).containsExactly("a");
    }
  }
}
