package io.cambric.conformance.flax;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.serialization.Serialization;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Map;

/** A case of a struct dataclass: a pytree record with a static component. */
final class StructCase implements CaseRunner {

  /** The dataclass of the case. */
  @PyTree
  record TaggedPoint(Object x, Map<String, Double> y, @Static String tag)
      implements TaggedPointWith {}

  private static final TaggedPoint POINT = new TaggedPoint(1.0, Map.of("z", 2.0), "u");

  @Override
  public void run(GoldenCase golden, Check check) {
    for (var each : golden.json().get("expected").properties()) {
      check.equal(each.getKey(), golden.tree(each.getValue()), result(each.getKey()));
    }
  }

  private static Object result(String name) {
    return switch (name) {
      case "leaves" -> Trees.leaves(POINT);
      case "mapped" -> {
        var mapped = Trees.map(POINT, (Double leaf) -> 3 * leaf);
        yield List.of(mapped.x(), mapped.y(), mapped.tag());
      }
      case "replace(x=5)" -> {
        var replaced = POINT.withX(5L);
        yield List.of(replaced.x(), replaced.tag());
      }
      case "state_dict" -> Serialization.toStateDict(POINT);
      case "sameStructureOtherTag" ->
          Trees.structure(POINT).equals(Trees.structure(POINT.withTag("v")));
      default -> throw new UnsupportedFeature("expectation:" + name);
    };
  }
}
