package io.cambric.conformance.flax;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.CambricException;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.serialization.Serialization;
import io.cambric.tree.Trees;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A case of outcomes of restoring, each described in words. The tree and the target follow from the
 * words, the recorded result or the message, and the file. Errors of Flax name the path.
 */
final class RestoreCase implements CaseRunner {

  private static final Interpreter PYTHON = new Interpreter(new Library());

  private static final Pattern PATH = Pattern.compile("at path (\\S+)$");
  private static final Pattern MODEL = Pattern.compile("to_bytes of (\\S+) variables");
  private static final Pattern SIZES = Pattern.compile("got (\\d+) and (\\d+) at path \\.(\\S*)");
  private static final Pattern KEYS = Pattern.compile("target dict contains keys \\{(.*?)\\}");
  private static final Pattern FIELDS = Pattern.compile("got \\{(.*?)\\} and \\{(.*?)\\}");
  private static final Pattern MISSING = Pattern.compile("Missing field (\\w+) in");
  private static final Pattern UNKNOWN = Pattern.compile("Unknown field\\(s\\) \"(\\w+)\"");
  private static final Pattern GIVEN = Pattern.compile("given: (\\{.*\\})");
  private static final Pattern NAME = Pattern.compile("'([^']*)'");

  private static final NdArray ONE = NdArray.scalar(DType.F32, 1);

  /** A named tuple. */
  private record Pair(Object first, Object second) {}

  /** A dataclass. */
  private record Point(Object x, Object y) {}

  /** A file of variables of a model, and the outcome in Flax. */
  private record Restoring(Path file, JsonNode expected) {

    Map<?, ?> params() {
      var state = (Map<?, ?>) Objects.requireNonNull(Serialization.msgpackRestore(file));
      return (Map<?, ?>) Objects.requireNonNull(state.get("params"));
    }

    String text() {
      return expected.path("ok").asString("");
    }

    MatchResult message(Pattern form) {
      var matcher = form.matcher(expected.path("message").asString(""));
      if (!matcher.find()) {
        throw new UnsupportedFeature("restore:" + expected);
      }
      return matcher.toMatchResult();
    }

    List<String> names(Pattern form, int group) {
      return NAME.matcher(message(form).group(group)).results().map(name -> name.group(1)).toList();
    }
  }

  private interface Outcome {
    @Nullable Object of(Restoring restoring);
  }

  /** From a file to the result as Flax prints it. */
  private static final Map<String, Outcome> OUTCOMES =
      Map.ofEntries(
          Map.entry("target lacks a key of the file (extra state keys)", RestoreCase::part),
          Map.entry(
              "target has a key the file lacks",
              restoring -> {
                var names = new LinkedHashMap<Object, Object>(restoring.params());
                restoring.names(KEYS, 1).forEach(name -> names.put(name, Map.of("kernel", ONE)));
                return Serialization.read(restoring.file(), target(names));
              }),
          Map.entry("target leaf of another shape", RestoreCase::shape),
          Map.entry("list target shorter than the state", restoring -> sized(restoring, List.of())),
          Map.entry(
              "nested error path",
              restoring -> {
                var path = restoring.message(SIZES).group(3).substring(1);
                return sized(restoring, List.of(path.split("/")));
              }),
          Map.entry(
              "named tuple target with other fields",
              restoring -> {
                require(
                    restoring, Set.copyOf(restoring.names(FIELDS, 2)), Set.of("first", "second"));
                var state = new LinkedHashMap<String, Object>();
                restoring.names(FIELDS, 1).forEach(name -> state.put(name, 1));
                return Serialization.fromStateDict(new Pair(1, 2), state);
              }),
          Map.entry(
              "dataclass target, missing field",
              restoring -> {
                var state = new LinkedHashMap<String, Object>(Map.of("x", 1, "y", 2));
                var missing = restoring.message(MISSING).group(1);
                require(restoring, state.containsKey(missing), true);
                state.remove(missing);
                return Serialization.fromStateDict(new Point(1, 2), state);
              }),
          Map.entry(
              "dataclass target, unknown field",
              restoring -> {
                var state = new LinkedHashMap<String, Object>(Map.of("x", 1, "y", 2));
                state.put(restoring.message(UNKNOWN).group(1), 3);
                return Serialization.fromStateDict(new Point(1, 2), state);
              }),
          Map.entry(
              "raw tuple to msgpack_serialize",
              _ -> Serialization.msgpackSerialize(new Pair(1, 2))),
          Map.entry(
              "two keys with the same text form",
              restoring ->
                  Serialization.toStateDict(
                      PYTHON.evaluate(restoring.message(GIVEN).group(1), Map.of()))),
          Map.entry(
              "integer beyond 64 bits",
              _ -> Serialization.toBytes(BigInteger.ONE.shiftLeft(Long.SIZE))),
          Map.entry("object array", _ -> Serialization.toBytes(new Object[] {ONE})),
          Map.entry("unregistered object leaf", _ -> Serialization.toBytes(new Object())),
          Map.entry(
              "target null",
              restoring ->
                  Serialization.read(restoring.file(), null) instanceof Map ? "dict" : "no map"));

  private static void require(Restoring restoring, Object came, Object needed) {
    if (!came.equals(needed)) {
      throw new UnsupportedFeature("restore:" + restoring.expected());
    }
  }

  /** {@return variables with the names of some parameters, each a scalar} */
  private static Variables target(Map<?, ?> params) {
    return Variables.of(Params.of(scalars(params)));
  }

  private static Map<String, Object> scalars(Map<?, ?> tree) {
    var scalars = new LinkedHashMap<String, Object>();
    tree.forEach((name, value) ->
        scalars.put(name.toString(), value instanceof Map<?, ?> below ? scalars(below) : ONE));
    return scalars;
  }

  /** Restores the parameters of the names that Flax restored. */
  private static Object part(Restoring restoring) {
    var all = restoring.params();
    var kept = new LinkedHashMap<Object, Object>();
    NAME.matcher(restoring.text())
        .results()
        .map(name -> name.group(1))
        .forEach(name -> kept.put(name, all.get(name) instanceof Map<?, ?> below ? below : ONE));
    require(restoring, all.keySet().containsAll(kept.keySet()) && kept.size() < all.size(), true);
    return Serialization.read(restoring.file(), target(kept)).params().entries().keySet().stream()
        .map("'%s'"::formatted)
        .toList();
  }

  /**
   * Restores all into scalars; the recorded shape is the one of some leaf, as all are those of the
   * file.
   */
  private static Object shape(Restoring restoring) {
    var all = restoring.params();
    var restored = Serialization.read(restoring.file(), target(all)).params();
    var shapes = Trees.leaves(restored).stream().map(leaf -> text(((Array) leaf).shape())).toList();
    return shapes.contains(restoring.text()) ? restoring.text() : shapes;
  }

  /** Restores a list of one size into one of another, both at the end of a path. */
  private static Object sized(Restoring restoring, List<String> path) {
    var sizes = restoring.message(SIZES);
    Object target = Collections.nCopies(Integer.parseInt(sizes.group(1)), 1);
    Object state = Collections.nCopies(Integer.parseInt(sizes.group(2)), 1);
    for (var name : path.reversed()) {
      target = under(name, target);
      state = under(name, state);
    }
    return Serialization.fromBytes(target, Serialization.toBytes(state));
  }

  /** {@return a list in which a value has an index, or a dict in which it has a name} */
  private static Object under(String name, Object value) {
    if (!name.matches("\\d+")) {
      return Map.of(name, value);
    }
    var list = new ArrayList<Object>(Collections.nCopies(Integer.parseInt(name), 0));
    list.add(value);
    return list;
  }

  @Override
  public void run(GoldenCase golden, Check check) {
    var file = file(golden);
    for (var each : golden.json().get("expected").properties()) {
      var outcome = OUTCOMES.get(each.getKey());
      if (outcome == null) {
        throw new UnsupportedFeature("restore:" + each.getKey());
      }
      var restoring = new Restoring(file, each.getValue());
      compare(each.getKey(), each.getValue(), () -> outcome.of(restoring), check);
    }
  }

  /** {@return the file of the model that the note names, by the note of the case that wrote it} */
  private static Path file(GoldenCase golden) {
    var note = golden.json().path("note").asString("");
    var model = MODEL.matcher(note);
    var named = golden.json().path("file");
    if (named.isString()) {
      return golden.family().sibling(named.stringValue());
    }
    if (model.find()) {
      for (var other : golden.family().cases()) {
        var json = other.json();
        if (json.path("how").asString("").equals("to_bytes")
            && json.path("note").asString("").contains("variables of " + model.group(1))) {
          return golden.family().sibling(json.get("file").stringValue());
        }
      }
    }
    throw new UnsupportedFeature("restore:file of " + note);
  }

  private static void compare(
      String what, JsonNode expected, Supplier<@Nullable Object> outcome, Check check) {
    try {
      var came = outcome.get();
      check.that(!expected.has("error"), what + ": should fail, but gave " + came);
      check.equal(what, expected.path("ok").asString(""), String.valueOf(came));
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

  private static String text(Shape shape) {
    return shape.toString().replace('[', '(').replace("]", shape.rank() == 1 ? ",)" : ")");
  }
}
