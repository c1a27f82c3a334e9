package io.cambric.conformance.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.io.safetensors.SafeTensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenFolderTest {

  @TempDir private Path folder;

  @BeforeEach
  void writeFolder() throws IOException {
    Files.createDirectory(folder.resolve("flax"));
    Files.writeString(
        folder.resolve("flax/layers.json"),
        """
        {"variant": "shared", "cases": [
          {"id": "a", "in": {"z": {"array": "a/z", "dtype": "float32", "shape": [2]}, "n": [1, null, "s"]}},
          {"id": "b", "in": {"array": "b/x", "dtype": "complex64", "shape": []}}]}
        """);
    Files.writeString(folder.resolve("flax/notes.json"), "{}");
    Files.writeString(
        folder.resolve("jax-random.json"),
        """
        {"cases": [{"op": "bits", "args": {"x64": true}}]}
        """);
    SafeTensors.of(Map.of("a/z", NdArray.of(Shape.of(2), 1, 2)))
        .write(folder.resolve("flax/layers.safetensors"));
  }

  @Test
  void a_family_is_titled_by_folder_and_file_and_a_file_alone_is_its_own_folder() {
    assertThat(GoldenFolder.families(folder))
        .extracting(Family::title)
        .containsExactly("flax/layers", "jax-random/all");
  }

  @Test
  void a_family_without_cases_has_the_items_of_its_lists() throws IOException {
    Files.createDirectories(folder.resolve("interop/npy"));
    Files.writeString(
        folder.resolve("interop/npy/cases.json"),
        """
        {"family": "npy", "npy": [{"id": "a"}, {"id": "b"}], "ids": [[1, 2], [3]],
         "inputs": {"x": {"array": "x", "shape": [2]}}, "broken": {"zip": [{"id": "c"}]}}
        """);
    Files.writeString(
        folder.resolve("interop/npy/a.cases.json"), "{\"family\": \"npy\", \"npy\": [1]}");

    var families = GoldenFolder.families(folder);

    assertThat(families)
        .extracting(Family::title)
        .containsExactly("flax/layers", "interop/npy", "jax-random/all");
    assertThat(families.get(1).cases()).extracting(GoldenCase::id).containsExactly("a", "b", "c");
  }

  @Test
  void the_files_of_a_framework_are_a_family_in_a_folder_of_checkpoints() throws IOException {
    Files.createDirectories(folder.resolve("checkpoints/torch"));
    Files.writeString(
        folder.resolve("checkpoints/torch/cases.json"),
        "{\"torch\": \"2.13\", \"cases\": [{\"name\": \"a\"}], \"broken\": [{\"name\": \"b\"}]}");

    var family = GoldenFolder.families(folder).getFirst();

    assertThat(family.title()).isEqualTo("checkpoints/torch");
    assertThat(family.cases()).extracting(GoldenCase::id).containsExactly("a", "b");
  }

  @Test
  void a_family_of_another_library_has_its_broken_files_and_the_arrays_it_names()
      throws IOException {
    Files.createDirectory(folder.resolve("onnx"));
    Files.writeString(
        folder.resolve("onnx/cases.json"),
        """
        {"family": "onnx", "variant": "shared", "arrays": "arrays.safetensors",
         "cases": [{"id": "a", "x": {"array": "x", "dtype": "float32", "shape": [2]}}], "broken": [{"id": "b"}]}
        """);
    SafeTensors.of(Map.of("x", NdArray.of(Shape.of(2), 1, 2)))
        .write(folder.resolve("onnx/arrays.safetensors"));

    var family = GoldenFolder.families(folder).getLast();

    assertThat(family.title()).isEqualTo("interop/onnx");
    assertThat(family.cases()).extracting(GoldenCase::id).containsExactly("a", "b");
    var golden = family.cases().getFirst();
    assertThat(golden.array(golden.json().get("x")).toFloats()).containsExactly(1, 2);
  }

  @Test
  void leaves_that_name_arrays_become_arrays_and_keys_keep_their_order() {
    var golden = GoldenFolder.families(folder).getFirst().cases().getFirst();
    var in = (Map<?, ?>) golden.tree(golden.json().get("in"));

    assertThat(in.keySet()).map(Object::toString).containsExactly("z", "n");
    assertThat(((NdArray) in.get("z")).toFloats()).containsExactly(1, 2);
    assertThat((List<?>) in.get("n")).map(String::valueOf).containsExactly("1", "null", "s");
  }

  @Test
  void an_unknown_dtype_is_a_feature_that_is_missing() {
    var golden = GoldenFolder.families(folder).getFirst().cases().getLast();

    assertThatExceptionOfType(UnsupportedFeature.class)
        .isThrownBy(() -> golden.tree(golden.json().get("in")))
        .satisfies(e -> assertThat(e.features()).containsExactly("dtype:complex64"));
  }

  @Test
  void a_case_has_its_id_and_its_mode() {
    var golden = GoldenFolder.families(folder).getLast().cases().getFirst();

    assertThat(golden.id()).isEqualTo("bits#0");
    assertThat(golden.isX64()).isTrue();
    assertThat(golden.isBinding()).isTrue();
  }

  @Test
  void numbers_of_nested_lists_become_arrays() throws IOException {
    var node =
        new tools.jackson.databind.json.JsonMapper().readTree("[[1, \"nan\"], [\"-inf\", 2.5]]");

    var array = Numbers.nested(node, DType.F32);

    assertThat(array.shape()).isEqualTo(Shape.of(2, 2));
    assertThat(array.toFloats()).containsExactly(1, Float.NaN, Float.NEGATIVE_INFINITY, 2.5f);
  }
}
