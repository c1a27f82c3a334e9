package io.cambric.conformance.flax;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.library.Table;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.report.Check;
import io.cambric.serialization.Serialization;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A case of a struct dataclass: a pytree record with a static component. */
final class StructCase implements CaseRunner {

  /** The dataclass of the case. */
  @PyTree
  record TaggedPoint(Object x, Map<String, Double> y, @Static String tag)
      implements TaggedPointWith {}

  private static final Interpreter PYTHON = new Interpreter(new Library());
  private static final Pattern NOTE =
      Pattern.compile(
          "struct dataclass P\\(x, y, tag static\\); value (P\\(.*\\));"
              + " tree_map multiplies leaves by (\\d+)");
  private static final Pattern REPLACE = Pattern.compile("replace\\((\\w+)=(.*)\\)");
  private static final Table CONSTRUCTOR = constructor();

  @SuppressWarnings("unchecked") // the second component is a dict of numbers
  private static Table constructor() {
    var table = new Table();
    table.put(
        "P(x, y, tag)",
        a ->
            new TaggedPoint(
                Objects.requireNonNull(a.get("x")),
                (Map<String, Double>) Objects.requireNonNull(a.get("y")),
                a.text("tag", "")));
    return table;
  }

  @Override
  public void run(GoldenCase golden, Check check) {
    var note = NOTE.matcher(golden.text("note"));
    if (!note.matches()) {
      throw new UnsupportedFeature("utility:struct: " + golden.text("note"));
    }
    var point =
        (TaggedPoint)
            Objects.requireNonNull(
                PYTHON.evaluate(PlainTree.quoted(note.group(1)), CONSTRUCTOR.functions()));
    double factor = Double.parseDouble(note.group(2));
    for (var each : golden.json().get("expected").properties()) {
      check.equal(
          each.getKey(), golden.tree(each.getValue()), result(each.getKey(), point, factor));
    }
  }

  private static Object result(String name, TaggedPoint point, double factor) {
    var replace = REPLACE.matcher(name);
    if (replace.matches()) {
      return replaced(point, replace.group(1), PYTHON.evaluate(replace.group(2), Map.of()));
    }
    return switch (name) {
      case "leaves" -> Trees.leaves(point);
      case "mapped" -> {
        var mapped = Trees.map(point, (Double leaf) -> factor * leaf);
        yield List.of(mapped.x(), mapped.y(), mapped.tag());
      }
      case "state_dict" -> Serialization.toStateDict(point);
      case "sameStructureOtherTag" ->
          Trees.structure(point).equals(Trees.structure(point.withTag(point.tag() + "v")));
      default -> throw new UnsupportedFeature("expectation:" + name);
    };
  }

  private static Object replaced(TaggedPoint point, String component, @Nullable Object value) {
    var replaced =
        switch (component) {
          case "x" -> point.withX(Objects.requireNonNull(value));
          case "tag" -> point.withTag(Objects.requireNonNull(value).toString());
          default -> throw new UnsupportedFeature("expectation:replace(" + component);
        };
    return List.of(replaced.x(), replaced.tag());
  }
}
