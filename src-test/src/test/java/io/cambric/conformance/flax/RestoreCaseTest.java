package io.cambric.conformance.flax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.conformance.format.GoldenFolder;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.core.NdArray;
import io.cambric.serialization.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestoreCaseTest {

  private static final String NOTE = "b = to_bytes of Net(n=5) variables";

  @TempDir private Path folder;

  @BeforeEach
  void writes_a_file_of_two_layers() {
    var kernel = NdArray.of(Shape.of(2, 1), 1, 2);
    Serialization.write(
        folder.resolve("net.msgpack"),
        Map.of("params", Map.of("In", Map.of("w", kernel), "Out", Map.of("w", kernel))));
  }

  /** The messages are those of Flax 0.12.8. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "target lacks a key of the file (extra state keys) | 'ok': '[#In#]'",
        "target leaf of another shape | 'ok': '(2, 1)'",
        "target null | 'ok': 'dict'",
        "target has a key the file lacks | 'error': 'ValueError', 'message': 'target dict contains keys"
            + " {#Third#} which are not present in state dict at path ./params'",
        "list target shorter than the state | 'error': 'ValueError', 'message': 'do not match, got 2 and 3"
            + " at path .'",
        "nested error path | 'error': 'ValueError', 'message': 'do not match, got 1 and 3 at path ./q/1/k'",
        "dataclass target, missing field | 'error': 'ValueError', 'message': 'Missing field x in state"
            + " dict while restoring an instance of Point, at path .'",
        "two keys with the same text form | 'error': 'ValueError', 'message': '{#7#} vs given: {7: 0,"
            + " #7#: 1}'"
      })
  void the_file_the_names_and_the_sizes_are_those_of_the_case(String what, String outcome)
      throws IOException {
    assertThat(differences(NOTE, what, outcome)).isEmpty();
  }

  @Test
  void a_shape_that_no_leaf_of_the_file_has_is_a_difference() throws IOException {
    assertThat(differences(NOTE, "target leaf of another shape", "'ok': '(3, 2)'"))
        .containsExactly("target leaf of another shape: expected (3, 2) but was [(2, 1), (2, 1)]");
  }

  @Test
  void an_outcome_in_other_words_is_a_feature_that_is_missing() {
    assertThatExceptionOfType(UnsupportedFeature.class)
        .isThrownBy(() -> differences(NOTE, "target is a tuple", "'ok': '1'"))
        .satisfies(e -> assertThat(e.features()).containsExactly("restore:target is a tuple"));
  }

  @Test
  void a_model_that_no_case_wrote_is_a_feature_that_is_missing() {
    var note = "b = to_bytes of Net(n=6) variables";

    assertThatExceptionOfType(UnsupportedFeature.class)
        .isThrownBy(() -> differences(note, "target null", "'ok': 'dict'"))
        .satisfies(e -> assertThat(e.features()).containsExactly("restore:file of " + note));
  }

  private List<String> differences(String note, String what, String outcome) throws IOException {
    Files.writeString(
        folder.resolve("serialization.json"),
        """
        {"cases": [
          {"id": "r", "kind": "restore", "note": "%s", "expected": {"%s": {%s}}},
          {"id": "n", "kind": "msgpack", "how": "to_bytes", "file": "net.msgpack", "note": "variables of Net(n=5).init()"}]}
        """
            .formatted(note, what, outcome.replace('\'', '"').replace('#', '\'')));
    var check = new Check();
    new RestoreCase().run(GoldenFolder.families(folder).getFirst().cases().getFirst(), check);
    return check.differences();
  }
}
