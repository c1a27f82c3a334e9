package io.cambric.conformance.interop;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.errors.DataException;
import io.cambric.frameworks.tensorflow.TensorFlowCheckpoint;
import io.cambric.io.WeightFile;
import io.cambric.io.safetensors.SafeTensors;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** A checkpoint of TensorFlow: the variables that it holds, or that it is refused. */
public final class TensorFlowFilesRunner implements CaseRunner {

  private static final String VALUE = "/.ATTRIBUTES/VARIABLE_VALUE";

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    if (json.has("wrong")) {
      refused(golden.family().sibling(golden.text("file")), golden.text("wrong"), check);
      return;
    }
    var arrays = SafeTensors.read(golden.family().sibling(golden.text("arrays")));
    try (var checkpoint =
        TensorFlowCheckpoint.open(golden.family().sibling(golden.text("prefix")))) {
      var expected = new ArrayList<String>();
      for (var variable : json.get("variables")) {
        var name = name(variable);
        var sizes = numbers(variable.get("shape"));
        expected.add(name + " " + variable.get("dtype").asString() + sizes);
        if (checkpoint.names().contains(name)) {
          CheckpointCheck.array(
              name, arrays.get(variable.get("key").asString()), checkpoint, check);
        } else if (variable.get("dtype").asString().equals("string")) {
          strings(checkpoint, name, variable, check);
        } else {
          CheckpointCheck.refusedDtype(name, variable.get("dtype").asString(), checkpoint, check);
        }
      }
      check.equal("entries", expected, CheckpointCheck.entries(checkpoint));
    }
  }

  /** {@return the name that a program has for a variable} */
  private static String name(JsonNode variable) {
    var name = variable.get("name").asString();
    return name.endsWith(VALUE)
        ? name.substring(0, name.length() - VALUE.length()).replace(".S", "/")
        : name;
  }

  private static String numbers(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::longValue).toList() + "";
  }

  private static void strings(
      TensorFlowCheckpoint checkpoint, String name, JsonNode variable, Check check) {
    var strings = checkpoint.strings(name);
    if (variable.has("bytes")) {
      check.equal(name, variable.get("bytes").intValue(), strings.getFirst().length);
      return;
    }
    var expected = new ArrayList<String>();
    CheckpointCheck.leaves(variable.get("texts"), text -> expected.add(text.asString()));
    var came = strings.stream().map(text -> new String(text, StandardCharsets.ISO_8859_1)).toList();
    check.equal(name, expected, came);
  }

  private static void refused(Path prefix, String wrong, Check check) {
    try (WeightFile checkpoint = TensorFlowCheckpoint.open(prefix)) {
      checkpoint.names().forEach(checkpoint::get);
      check.fail("read, though " + wrong);
    } catch (DataException e) {
      check.that(
          e.getMessage().contains(prefix.getFileName().toString()),
          "no place in the message: " + e.getMessage());
    }
  }
}
