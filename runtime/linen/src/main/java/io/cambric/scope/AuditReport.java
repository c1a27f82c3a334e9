package io.cambric.scope;

import io.cambric.array.AxisOrder;
import io.cambric.core.ShapedArray;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The text of an audit: unused, missing and misshapen variables. Mutable, for one call. Paths begin
 * with the collection.
 */
final class AuditReport {

  private final Variables given;

  /** Paths of used variables, and all of their prefixes. */
  private final Set<List<String>> used = new LinkedHashSet<>();

  private final Set<List<String>> touched = new LinkedHashSet<>();
  private final Map<List<String>, List<ShapedArray>> missing = new LinkedHashMap<>();
  private final Set<String> misfits = new LinkedHashSet<>();

  AuditReport(Variables given) {
    this.given = given;
  }

  void use(List<String> path) {
    if (used.add(path)) {
      for (int i = 1; i <= path.size(); i++) {
        touched.add(path.subList(0, i));
      }
    }
  }

  void missing(List<String> path, List<ShapedArray> avals) {
    missing.putIfAbsent(path, avals);
  }

  void misfit(String path, ShapedArray is, ShapedArray should) {
    misfits.add(
        "\"%s\" is %s, but its initializer yields %s.%s"
            .formatted(path, is, should, AxisOrder.mend(is.shape(), should.shape()).orElse("")));
  }

  /** {@return the message: first the fault, a line for each variable, and the remedy} */
  Optional<String> text() {
    var lines = new ArrayList<String>();
    var unused = new ArrayList<String>();
    given.collections().forEach((name, values) -> addLeaves(List.of(name), values, unused));
    missing.forEach((path, avals) ->
        lines.add(
            "\"%s\"%s is missing.%s".formatted(text(path), avalsText(avals), near(path, unused))));
    lines.addAll(misfits);
    given.collections().forEach((name, values) -> addUnused(List.of(name), values, lines));
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "The variables do not match the model, as strict() requires:\n%s\nPass the variables that init of this model returned, convert other dtypes, or leave strict() out."
            .formatted(lines.stream().map(line -> "- " + line).collect(Collectors.joining("\n"))));
  }

  private void addLeaves(List<String> path, Object value, List<String> leaves) {
    if (used.contains(path)) {
      return;
    }
    if (value instanceof Params params) {
      params
          .entries()
          .forEach((name, below) -> addLeaves(NamePath.below(path, name), below, leaves));
    } else {
      leaves.add(text(path));
    }
  }

  /** Adds a line for each unused variable, or one for all variables below a place. */
  private void addUnused(List<String> path, Object value, List<String> lines) {
    if (used.contains(path)) {
      return;
    }
    if (touched.contains(path) && value instanceof Params params) {
      params
          .entries()
          .forEach((name, below) -> addUnused(NamePath.below(path, name), below, lines));
    } else if (!(value instanceof Params params && params.isEmpty())) {
      var siblings =
          touched.stream()
              .filter(other -> other.size() == path.size())
              .map(AuditReport::text)
              .toList();
      lines.add(
          "\"%s\"%s is not used.%s"
              .formatted(
                  text(path),
                  avalsText(AbstractInit.avals(Trees.flatten(value))),
                  near(path, siblings)));
    }
  }

  private static String near(List<String> path, List<String> names) {
    return NameSuggestions.didYouMean(text(path), names);
  }

  private static String text(List<String> path) {
    return String.join("/", path);
  }

  /** {@return the one aval with a space in front, or the number of several} */
  private static String avalsText(List<ShapedArray> avals) {
    return avals.size() == 1
        ? " " + avals.getFirst()
        : avals.isEmpty() ? "" : " (%d arrays)".formatted(avals.size());
  }
}
