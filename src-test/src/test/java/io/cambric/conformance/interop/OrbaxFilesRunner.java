package io.cambric.conformance.interop;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.errors.DataException;
import io.cambric.frameworks.orbax.FlaxMsgpackFile;
import io.cambric.frameworks.orbax.OrbaxCheckpoint;
import io.cambric.io.WeightFile;
import io.cambric.io.safetensors.SafeTensors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** A checkpoint of Orbax or Flax: the arrays that it holds, or that it is refused. */
public final class OrbaxFilesRunner implements CaseRunner {

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    if (json.has("wrong")) {
      refused(golden.family().sibling(golden.text("file")), golden.text("wrong"), check);
      return;
    }
    var arrays = SafeTensors.read(golden.family().sibling(golden.text("arrays")));
    try (var file = open(golden.family().sibling(golden.text("path")))) {
      var expected = new ArrayList<String>();
      for (var leaf : json.get("leaves")) {
        var name = name(leaf.get("path"));
        expected.add(name + " " + leaf.get("dtype").asString() + numbers(leaf.get("shape")));
        CheckpointCheck.array(name, arrays.get(leaf.get("key").asString()), file, check);
      }
      check.equal("entries", expected, CheckpointCheck.entries(file).stream().sorted().toList());
    }
  }

  private static WeightFile open(Path path) {
    return path.toString().endsWith(".msgpack")
        ? FlaxMsgpackFile.open(path)
        : OrbaxCheckpoint.open(path);
  }

  private static String name(JsonNode path) {
    return StreamSupport.stream(path.spliterator(), false)
        .map(JsonNode::asString)
        .collect(Collectors.joining("/"));
  }

  private static String numbers(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::longValue).toList() + "";
  }

  private static void refused(Path path, String wrong, Check check) {
    try (var file = open(path)) {
      file.entries().forEach(entry -> file.get(entry.name()));
      check.fail("read, though " + wrong);
    } catch (DataException e) {
      check.that(
          e.getMessage().contains(path.toString()), "no place in the message: " + e.getMessage());
    }
  }
}
