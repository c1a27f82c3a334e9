package io.cambric.conformance.flax;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.core.NdArray;
import io.cambric.errors.CambricException;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.serialization.Serialization;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** A case of outcomes of restoring, each described in words. Errors of Flax name the path. */
final class RestoreCase implements CaseRunner {

  private static final Pattern PATH = Pattern.compile("at path (\\S+)$");

  private static final NdArray ONE = NdArray.scalar(DType.F32, 1);

  /** A named tuple. */
  private record Pair(Object first, Object second) {}

  /** A dataclass. */
  private record Point(Object x, Object y) {}

  /** From a file of an MLP to the result as Flax prints it. */
  private static final Map<String, Function<Path, Object>> OUTCOMES =
      Map.ofEntries(
          Map.entry(
              "target lacks a key of the file (extra state keys)",
              file -> names(Serialization.read(file, mlp("Dense_0")).params())),
          Map.entry(
              "target has a key the file lacks",
              file -> Serialization.read(file, mlp("Dense_0", "Dense_1", "Dense_2"))),
          Map.entry(
              "target leaf of another shape",
              file ->
                  Serialization.read(file, mlp("Dense_0"))
                      .params()
                      .get("Dense_0", "kernel")
                      .shape()),
          Map.entry(
              "list target shorter than the state",
              _ -> Serialization.fromBytes(List.of(1), Serialization.toBytes(List.of(1, 2)))),
          Map.entry(
              "named tuple target with other fields",
              _ -> Serialization.fromStateDict(new Pair(1, 2), Map.of("first", 1, "other", 2))),
          Map.entry(
              "dataclass target, missing field",
              _ -> Serialization.fromStateDict(new Point(1, 2), Map.of("x", 1))),
          Map.entry(
              "dataclass target, unknown field",
              _ -> Serialization.fromStateDict(new Point(1, 2), Map.of("x", 1, "y", 2, "z", 3))),
          Map.entry(
              "nested error path",
              _ ->
                  Serialization.fromBytes(
                      Map.of("a", List.of(Map.of("b", List.of(1, 2)))),
                      Serialization.toBytes(Map.of("a", List.of(Map.of("b", List.of(1))))))),
          Map.entry(
              "raw tuple to msgpack_serialize",
              _ -> Serialization.msgpackSerialize(new Pair(1, 2))),
          Map.entry(
              "two keys with the same text form",
              _ -> Serialization.toStateDict(Map.of(1, 0, "1", 1))),
          Map.entry(
              "integer beyond 64 bits",
              _ -> Serialization.toBytes(BigInteger.ONE.shiftLeft(Long.SIZE))),
          Map.entry("object array", _ -> Serialization.toBytes(new Object[] {ONE})),
          Map.entry("unregistered object leaf", _ -> Serialization.toBytes(new Object())),
          Map.entry(
              "target null",
              file -> Serialization.read(file, null) instanceof Map ? "dict" : "no map"));

  private static Variables mlp(String... layers) {
    var params = Params.empty();
    for (var layer : layers) {
      params = params.with(layer, Map.of("kernel", ONE, "bias", ONE));
    }
    return Variables.of(params);
  }

  private static String names(Params params) {
    return params.entries().keySet().stream().map("'%s'"::formatted).toList().toString();
  }

  @Override
  public void run(GoldenCase golden, Check check) {
    var file = golden.family().sibling("serialization/nested_params.msgpack");
    for (var each : golden.json().get("expected").properties()) {
      var outcome = OUTCOMES.get(each.getKey());
      if (outcome == null) {
        throw new UnsupportedFeature("restore:" + each.getKey());
      }
      compare(each.getKey(), each.getValue(), () -> outcome.apply(file), check);
    }
  }

  private static void compare(
      String what, JsonNode expected, Supplier<Object> outcome, Check check) {
    try {
      var came = outcome.get();
      check.that(!expected.has("error"), what + ": should fail, but gave " + came);
      check.equal(what, expected.path("ok").asString(), text(came));
    } catch (CambricException e) {
      check.that(expected.has("error"), what + ": " + e.getMessage());
      var path = PATH.matcher(expected.path("message").asString(""));
      if (path.find()) {
        check.that(
            e.getMessage().contains("path " + path.group(1) + " "),
            "%s: %s does not name %s".formatted(what, e.getMessage(), path.group(1)));
      }
    }
  }

  private static String text(Object came) {
    return came instanceof Shape shape
        ? shape.toString().replace('[', '(').replace(']', ')')
        : came.toString();
  }
}
