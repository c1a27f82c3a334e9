package io.cambric.conformance.interop;

import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.WeightFile;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** Checks of open checkpoints of other frameworks. */
final class CheckpointCheck {

  private CheckpointCheck() {}

  /** Compares an array of a checkpoint, bit by bit. */
  static void array(String name, NdArray expected, WeightFile file, Check check) {
    check.equal(name + " before it is read", expected.aval(), file.aval(name));
    check.array(name, expected, file.get(name), Tolerance.EXACT);
  }

  /** Checks that an array of a dtype that Cambric does not have is refused by name. */
  static void refusedDtype(String name, String dtype, WeightFile file, Check check) {
    try {
      file.get(name);
      check.fail(name + " of dtype " + dtype + " was read");
    } catch (DataException e) {
      check.that(
          e.getMessage().contains(name) && e.getMessage().contains(dtype),
          "no name or dtype in the message: " + e.getMessage());
    }
  }

  /** {@return names, dtypes and sizes of all arrays} */
  static List<String> entries(WeightFile file) {
    return file.entries().stream()
        .map(entry -> entry.name() + " " + entry.dtype() + entry.sizes())
        .toList();
  }

  /** Passes on the nodes of nested lists that are no lists. */
  static void leaves(JsonNode node, Consumer<JsonNode> sink) {
    if (node.isArray()) {
      node.forEach(item -> leaves(item, sink));
    } else {
      sink.accept(node);
    }
  }
}
