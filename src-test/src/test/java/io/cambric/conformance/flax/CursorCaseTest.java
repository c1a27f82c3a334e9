package io.cambric.conformance.flax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.conformance.format.GoldenFolder;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CursorCaseTest {

  private static final String TREE =
      """
      {"k": 1, "m": {"n": [3, {"p": 5}]}, "q": [6, 7]}\
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "cursor['m']['n'][0].set(-8) | {'k': 1, 'm': {'n': [-8, {'p': 5}]}, 'q': [6, 7]}",
        "q[1].set(90) | {'k': 1, 'm': {'n': [3, {'p': 5}]}, 'q': [6, 90]}",
        "['k']=20; ['m']['n'][1]['p']+=300; build"
            + " | {'k': 20, 'm': {'n': [3, {'p': 305}]}, 'q': [6, 7]}",
        "['k']+=4; build | {'k': 5, 'm': {'n': [3, {'p': 5}]}, 'q': [6, 7]}",
        "apply_update(double ints) | {'k': 2, 'm': {'n': [6, {'p': 10}]}, 'q': [12, 14]}",
        "apply_update visits (path order)"
            + " | ['k', 'm', 'm/n', 'm/n/0', 'm/n/1', 'm/n/1/p', 'q', 'q/0', 'q/1']",
        "apply_update(replace 'm/n' by 0) visits | ['k', 'm', 'm/n', 'q', 'q/0', 'q/1']",
        "find_all(int > 5) paths | ['[#q#][0]', '[#q#][1]']"
      })
  void paths_and_numbers_of_an_edit_come_from_its_text(String edit, String result)
      throws IOException {
    assertThat(differences(edit, result.replace('\'', '"').replace('#', '\''))).isEmpty();
  }

  @Test
  void an_edit_with_another_result_is_a_difference() throws IOException {
    assertThat(differences("q[1].set(90)", "{\"q\": [6, 91]}"))
        .containsExactly(
            "q[1].set(90): expected {q=[6, 91]} but was {k=1, m={n=[3, {p=5}]}, q=[6, 90]}");
  }

  @Test
  void an_edit_of_another_form_is_a_feature_that_is_missing() {
    assertThatExceptionOfType(UnsupportedFeature.class)
        .isThrownBy(() -> differences("cursor.parent", "{}"))
        .satisfies(e -> assertThat(e.features()).containsExactly("expectation:cursor.parent"));
  }

  private List<String> differences(String edit, String result) throws IOException {
    Files.writeString(
        folder.resolve("utilities.json"),
        """
        {"cases": [{"id": "edits", "input": %s, "expected": {"%s": %s}}]}
        """
            .formatted(TREE, edit, result));
    var check = new Check();
    new CursorCase().run(GoldenFolder.families(folder).getFirst().cases().getFirst(), check);
    return check.differences();
  }
}
