package io.cambric.conformance.interop;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.errors.DataException;
import io.cambric.io.npy.Npy;
import io.cambric.io.npy.Npz;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** Runner of the cases of NumPy's files: what they hold, and which of them are refused. */
public final class NpyRunner implements CaseRunner {

  @Override
  public void run(GoldenCase golden, Check check) {
    var file = golden.family().sibling(golden.text("file"));
    if (golden.text("file").endsWith(".npz")) {
      runMembers(golden.json(), file, check);
    } else if (golden.json().has("refuse")) {
      refused(check, golden.text("file"), () -> Npy.readAny(file));
      refused(check, "its bytes", () -> Npy.readAny(bytes(file)));
    } else {
      runArray(golden.json(), file, check);
    }
  }

  private static void runArray(JsonNode json, Path file, Check check) {
    Object read;
    try {
      read = Npy.readAny(file);
    } catch (DataException e) {
      check.that(json.path("optional").asBoolean(false), "refused: " + e.getMessage());
      return;
    }
    var expected = json.get("expected");
    NpyValues.compare("of a file", expected, read, check);
    NpyValues.compare("of bytes", expected, Npy.readAny(bytes(file)), check);
  }

  private static void runMembers(JsonNode json, Path file, Check check) {
    if (json.has("refuse") && !json.has("expectedOthers")) {
      refused(check, "the archive", () -> Npz.read(file));
      return;
    }
    try (var open = Npz.open(file)) {
      var refused = names(json.path("refuseMembers"));
      if (json.has("expectedOthers")) {
        var sound = names(json.get("expectedOthers"));
        sound.forEach(open::get);
        refused.addAll(open.names());
        refused.removeAll(sound);
      } else {
        var names = new ArrayList<>(json.get("expected").propertyNames());
        names.addAll(refused);
        check.equal("names", List.copyOf(names), List.copyOf(open.names()));
      }
      json.path("expected")
          .forEachEntry(
              (name, expected) -> NpyValues.compare(name, expected, open.getAny(name), check));
      refused.forEach(name -> refused(check, name, () -> open.getAny(name)));
    }
  }

  private static List<String> names(JsonNode list) {
    var names = new ArrayList<String>();
    list.forEach(name -> names.add(name.asString()));
    return names;
  }

  private static void refused(Check check, String what, Supplier<?> reading) {
    try {
      check.fail(what + " must be refused, but holds " + reading.get());
    } catch (DataException e) {
      check.that(!e.getMessage().isEmpty(), what + " needs a message");
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
