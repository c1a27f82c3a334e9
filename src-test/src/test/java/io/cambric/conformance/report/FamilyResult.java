package io.cambric.conformance.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The outcomes of one family; mutable while it runs. */
public final class FamilyResult {

  private static final JsonMapper JSON = new JsonMapper();

  private final String title;
  private final Map<String, List<String>> failures = new LinkedHashMap<>();
  private final Set<String> missing = new TreeSet<>();
  private int passed;
  private int notYetSupported;
  private int conditioned;

  /** Begins the count of a family. */
  public FamilyResult(String title) {
    this.title = title;
  }

  /** Counts one case. */
  public void add(String id, Outcome outcome) {
    switch (outcome) {
      case Outcome.Passed(boolean byConditioning) -> {
        passed++;
        conditioned += byConditioning ? 1 : 0;
      }
      case Outcome.Failed(var reasons) -> failures.put(id, reasons);
      case Outcome.NotYetSupported(var features) -> {
        notYetSupported++;
        missing.addAll(features);
      }
    }
  }

  /** Adds the counts of another part of the same family. */
  public void add(FamilyResult other) {
    passed += other.passed;
    notYetSupported += other.notYetSupported;
    conditioned += other.conditioned;
    failures.putAll(other.failures);
    missing.addAll(other.missing);
  }

  /** {@return this as JSON, to hand it from one JVM to another} */
  public ObjectNode toJson() {
    var node = JSON.createObjectNode();
    node.put("title", title).put("passed", passed).put("notYetSupported", notYetSupported);
    node.put("conditioned", conditioned);
    node.set("failures", JSON.valueToTree(failures));
    node.set("missing", JSON.valueToTree(missing));
    return node;
  }

  /** {@return the result of a JSON that {@link #toJson} made} */
  public static FamilyResult of(JsonNode node) {
    var result = new FamilyResult(node.get("title").stringValue());
    result.passed = node.get("passed").intValue();
    result.notYetSupported = node.get("notYetSupported").intValue();
    result.conditioned = node.get("conditioned").intValue();
    for (var failure : node.get("failures").properties()) {
      var reasons = new ArrayList<String>();
      failure.getValue().forEach(reason -> reasons.add(reason.stringValue()));
      result.failures.put(failure.getKey(), reasons);
    }
    node.get("missing").forEach(feature -> result.missing.add(feature.stringValue()));
    return result;
  }

  /** {@return folder and name of the family} */
  public String title() {
    return title;
  }

  /** {@return the features that cases lacked} */
  public Set<String> missing() {
    return missing;
  }

  /** {@return one line for each failed case and each reason below it} */
  public List<String> failureLines() {
    var lines = new ArrayList<String>();
    failures.forEach((id, reasons) -> {
      lines.add("FAILED %s %s".formatted(title, id));
      reasons.forEach(reason -> lines.add("    " + reason));
    });
    return lines;
  }

  /** {@return what names the features that cases lacked; empty if they lacked none} */
  public Optional<String> missingLine() {
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of("%s: not yet supported are %s".formatted(title, String.join(", ", missing)));
  }

  /** {@return whether no case failed} */
  public boolean isGood() {
    return failures.isEmpty();
  }

  /** {@return the line that a run ends with} */
  public String line() {
    return "%s: %d passed, %d failed, %d not yet supported"
        .formatted(title, passed, failures.size(), notYetSupported);
  }

  /** {@return what is said of cases that passed by {@link Conditioning}; empty if none did} */
  public Optional<String> conditioningLine() {
    return conditioned == 0
        ? Optional.empty()
        : Optional.of(
            "%s: the results of %d cases differ by no more than an ulp of their inputs moves them"
                .formatted(title, conditioned));
  }
}
