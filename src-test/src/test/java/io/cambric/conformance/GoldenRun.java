package io.cambric.conformance;

import io.cambric.conformance.format.Family;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.DtypeGaps;
import io.cambric.conformance.report.FamilyResult;
import io.cambric.conformance.report.NotYetSupported;
import io.cambric.conformance.report.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A run of the cases that were recorded in the mode of this JVM, each to one outcome. */
final class GoldenRun {

  /** The folder of the project, seen from its root or from {@code src-test}. */
  static final Path OURS =
      Stream.of("src-test/golden", "golden")
          .map(name -> Path.of(name).toAbsolutePath().normalize())
          .filter(Files::isDirectory)
          .findFirst()
          .orElseThrow();

  private static final int STACK_LINES = 6;

  private final NotYetSupported list;

  GoldenRun(NotYetSupported list) {
    this.list = list;
  }

  /** {@return a run of a folder of golden values, ours or that of others} */
  static GoldenRun of(Path folder) {
    var list = NotYetSupported.load();
    return new GoldenRun(folder.equals(OURS) ? list : list.ofOthers());
  }

  FamilyResult run(Family family) {
    var result = new FamilyResult(family.title());
    for (var golden : family.cases()) {
      if (JvmMode.of(golden) == JvmMode.current()) {
        result.add(golden.id(), run(golden));
      }
    }
    if (JvmMode.current() == (family.isX64() ? JvmMode.X64 : JvmMode.DEFAULT)) {
      var tables = Runners.promotion().compare(family);
      DtypeGaps.load().check(family.title(), tables.differences(), result);
      tables
          .missing()
          .forEach((call, features) -> result.add(call, new Outcome.NotYetSupported(features)));
    }
    return result;
  }

  private Outcome run(GoldenCase golden) {
    var check = new Check();
    try {
      Runners.of(golden).run(golden, check);
    } catch (UnsupportedFeature e) {
      return list.outcomeOf(e.features());
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
      var reasons = new ArrayList<>(check.differences());
      reasons.add(describe(e));
      return ended(golden, reasons);
    }
    return check.differences().isEmpty()
        ? new Outcome.Passed(check.isConditioned())
        : ended(golden, check.differences());
  }

  private static Outcome ended(GoldenCase golden, List<String> reasons) {
    return reasons.isEmpty() || !golden.isBinding()
        ? new Outcome.Passed()
        : new Outcome.Failed(reasons);
  }

  private static String describe(Throwable thrown) {
    return thrown
        + Arrays.stream(thrown.getStackTrace())
            .limit(STACK_LINES)
            .map(frame -> "\n        at " + frame)
            .collect(Collectors.joining());
  }
}
