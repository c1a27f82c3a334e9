package io.cambric.programs;

import io.cambric.programs.Check.Outcome;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts of drawn rows and of outcomes of checks; mutable, for many threads. */
final class CheckCounts {

  private final List<Check> checks;
  private final Map<String, LongAdder> draws = new ConcurrentHashMap<>();
  private final Map<String, Map<Outcome, LongAdder>> outcomes = new ConcurrentHashMap<>();

  /** Makes counts of all rows and all checks. */
  CheckCounts() {
    this(Checks.all());
  }

  /** Makes counts of all rows and some checks. */
  CheckCounts(List<Check> checks) {
    this.checks = checks;
    OperationTable.rows().forEach(each -> draws.put(each.row(), new LongAdder()));
    TransformationTable.rows().forEach(each -> draws.put(each.row(), new LongAdder()));
    for (var check : checks) {
      var counts = new EnumMap<Outcome, LongAdder>(Outcome.class);
      for (var outcome : Outcome.values()) {
        counts.put(outcome, new LongAdder());
      }
      outcomes.put(check.name(), counts);
    }
  }

  /** Counts the steps of a program, those of held programs included. */
  void count(Program program) {
    program.forEach(operation -> {
      var count = draws.get(operation.row());
      if (count != null) {
        count.increment();
      }
    });
  }

  void count(Check check, Outcome outcome) {
    outcomes.get(check.name()).get(outcome).increment();
  }

  /** {@return how often each row was drawn, by name} */
  Map<String, Long> draws() {
    var sorted = new TreeMap<String, Long>();
    draws.forEach((row, count) -> sorted.put(row, count.sum()));
    return sorted;
  }

  long count(String check, Outcome outcome) {
    return outcomes.get(check).get(outcome).sum();
  }

  /** {@return a table of checks, and one of rows} */
  String toText() {
    var text = new StringBuilder();
    text.append("%-45s %9s %9s %9s%n".formatted("check", "held", "uncertain", "not apt"));
    for (var check : checks) {
      text.append(
          "%-45s %9d %9d %9d%n"
              .formatted(
                  check.name(),
                  count(check.name(), Outcome.HELD),
                  count(check.name(), Outcome.UNCERTAIN),
                  count(check.name(), Outcome.NOT_APPLICABLE)));
    }
    draws().forEach((row, count) -> text.append("%-45s %9d%n".formatted(row, count)));
    return text.toString();
  }
}
