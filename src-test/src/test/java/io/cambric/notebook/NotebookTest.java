package io.cambric.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The notebook of the documentation: its cells run in order and give the outputs that are kept in
 * it. With {@code -Dnotebook.record=true} the outputs are written instead.
 */
class NotebookTest {

  private static final Path NOTEBOOK = Path.of("../docs/learn/first.ipynb");
  private static final Path IMPORTS =
      Path.of("../examples/src/main/resources/io/cambric/examples/jshell/cambric.jsh");

  private static final JsonMapper JSON = JsonMapper.shared();

  @Test
  void cells_give_the_outputs_that_are_kept() throws IOException {
    var notebook = JSON.readTree(Files.readString(NOTEBOOK));
    var kept = new ArrayList<String>();
    var given = new ArrayList<String>();
    try (var session = new Session()) {
      for (var cell : codeCells(notebook)) {
        kept.add(cell.get("outputs").toString());
        ((ObjectNode) cell).set("outputs", outputs(cell, session.run(text(cell.get("source")))));
        given.add(cell.get("outputs").toString());
      }
    }
    if (Boolean.getBoolean("notebook.record")) {
      Files.writeString(
          NOTEBOOK, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(notebook) + "\n");
    } else {
      assertThat(given).containsExactlyElementsOf(kept);
    }
  }

  @Test
  void first_cell_has_the_imports_of_a_session() throws IOException {
    var notebook = JSON.readTree(Files.readString(NOTEBOOK));

    assertThat(text(codeCells(notebook).getFirst().get("source")))
        .isEqualTo(Files.readString(IMPORTS).strip());
  }

  private static List<JsonNode> codeCells(JsonNode notebook) {
    return notebook
        .get("cells")
        .valueStream()
        .filter(cell -> cell.get("cell_type").asString().equals("code"))
        .toList();
  }

  private static String text(JsonNode lines) {
    return String.join("", lines.valueStream().map(JsonNode::asString).toList());
  }

  /** The outputs in the form of nbformat 4. */
  private static ArrayNode outputs(JsonNode cell, Session.Outputs outputs) {
    var all = JSON.createArrayNode();
    if (!outputs.printed().isEmpty()) {
      var stream = all.addObject();
      stream.put("name", "stdout");
      stream.put("output_type", "stream");
      stream.set("text", lines(outputs.printed()));
    }
    outputs
        .value()
        .ifPresent(value -> {
          var result = all.addObject();
          result.putObject("data").set("text/plain", lines(value));
          result.put("execution_count", cell.get("execution_count").asInt());
          result.putObject("metadata");
          result.put("output_type", "execute_result");
        });
    return all;
  }

  private static ArrayNode lines(String text) {
    var lines = JSON.createArrayNode();
    int from = 0;
    while (from < text.length()) {
      int end = text.indexOf('\n', from);
      int next = end < 0 ? text.length() : end + 1;
      lines.add(text.substring(from, next));
      from = next;
    }
    return lines;
  }
}
