package io.cambric.conformance.interop;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.errors.DataException;
import io.cambric.frameworks.torch.TorchFile;
import io.cambric.io.WeightFile;
import io.cambric.io.safetensors.SafeTensors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Runner of the cases of PyTorch's files: what they hold, and which of them are refused. */
public final class TorchFilesRunner implements CaseRunner {

  /** The content of most of the files that may be read in spite of a mistake. */
  private static final String USUAL = "w = 0..5 as float32, shape [2, 3]";

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var file = golden.family().sibling(golden.text("file"));
    if (json.has("refuse")) {
      refused(file, check);
    } else if (json.has("wrong")) {
      runBroken(json, file, check);
    } else if (file.toString().endsWith(".json")) {
      try (var shards = TorchFile.openSharded(file)) {
        compareNamed(golden, shards, check);
      }
    } else {
      try (var open = TorchFile.open(file)) {
        runSound(golden, open, check);
      } catch (DataException e) {
        check.that(json.path("optional").asBoolean(false), "refused: " + e.getMessage());
      }
    }
  }

  private static void runSound(GoldenCase golden, TorchFile open, Check check) {
    if (golden.text("format").equals("torchscript")) {
      compareNamed(golden, open, check);
    } else {
      check.equal("format", "PyTorch, " + golden.text("format"), open.format());
      new TorchTreeValues(open, arrays(golden), check).compare(golden.json().get("tree"));
    }
  }

  /** The tree is a dictionary of tensors. */
  private static void compareNamed(GoldenCase golden, WeightFile open, Check check) {
    var arrays = arrays(golden);
    var names = new ArrayList<String>();
    for (var pair : golden.json().get("tree").iterator().next()) {
      var name = pair.get(0).get("str").asString();
      names.add(name);
      TorchTreeValues.compare(name, open, arrays.get(pair.get(1).get("tensor").asString()), check);
    }
    // An index has an order of its own.
    check.equal("names", Set.copyOf(names), open.names());
    check.equal("entries", names.size(), open.entries().size());
  }

  private static SafeTensors arrays(GoldenCase golden) {
    return SafeTensors.read(golden.family().sibling(golden.text("arrays")));
  }

  private static void runBroken(JsonNode json, Path file, Check check) {
    if (!json.has("mayRead")) {
      refused(file, check);
      return;
    }
    try (var open = TorchFile.open(file)) {
      readAll(open);
      if (json.get("mayRead").asString().startsWith(USUAL)) {
        check.equal("w", "[2, 3]", open.get("w").shape().toString());
        for (int i = 0; i < 6; i++) {
          check.equal("w[%d]".formatted(i), (double) i, open.get("w").getDouble(i));
        }
      }
    } catch (DataException e) {
      check.that(!e.getMessage().isEmpty(), "it needs a message");
    }
  }

  private static void readAll(TorchFile open) {
    open.names().forEach(open::raw);
  }

  private static void refused(Path file, Check check) {
    try (var open = TorchFile.open(file)) {
      readAll(open);
      check.fail("it must be refused, but holds " + open);
    } catch (DataException e) {
      check.that(!e.getMessage().isEmpty(), "it needs a message");
    }
  }
}
