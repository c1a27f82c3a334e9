package io.cambric.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.conformance.format.GoldenFolder;
import io.cambric.conformance.report.FamilyResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs the golden values of {@code src-test/golden}, or of the folder that {@code -Dgolden.dir}
 * names, and ends with one line a family. With {@code -Dgolden.only=flax/layers} only the families
 * whose title begins so run.
 */
@Tag("golden")
class GoldenTest {

  @Test
  void recorded_values_are_met() throws IOException, InterruptedException {
    var given = System.getProperty("golden.dir");
    var folder = given == null ? GoldenRun.OURS : Path.of(given).toAbsolutePath().normalize();
    assertThat(folder).as("the folder of golden values; -Dgolden.dir names another").isDirectory();

    long start = System.nanoTime();
    var results = run(folder, System.getProperty("golden.only", ""));
    assertThat(results).as("families of " + folder).isNotEmpty();
    print(results, Duration.ofNanos(System.nanoTime() - start));
    assertThat(results)
        .filteredOn(result -> !result.isGood())
        .extracting(FamilyResult::title)
        .as("families with failed cases")
        .isEmpty();
  }

  private static List<FamilyResult> run(Path folder, String only)
      throws IOException, InterruptedException {
    var families =
        GoldenFolder.families(folder).stream()
            .filter(family -> family.title().startsWith(only))
            .toList();
    var modes = EnumSet.noneOf(JvmMode.class);
    families.forEach(family -> family.cases().forEach(golden -> modes.add(JvmMode.of(golden))));
    modes.remove(JvmMode.current());
    var others = new ArrayList<ModeProcess>();
    for (var mode : modes) {
      others.add(ModeProcess.start(mode, folder, only));
    }
    var run = GoldenRun.of(folder);
    var results = new ArrayList<FamilyResult>();
    families.forEach(family -> results.add(run.run(family)));
    for (var other : others) {
      var byTitle = other.results();
      results.forEach(result -> result.add(byTitle.get(result.title())));
    }
    return results;
  }

  private static void print(List<FamilyResult> results, Duration duration) {
    var missing = new TreeSet<String>();
    for (var result : results) {
      result.failureLines().forEach(System.out::println);
      result.conditioningLine().ifPresent(System.out::println);
      result.missingLine().ifPresent(System.out::println);
      missing.addAll(result.missing());
    }
    System.out.print(Runners.notes());
    System.out.printf(
        "%d features not yet supported; %.1f s%n", missing.size(), duration.toMillis() / 1e3);
    results.forEach(result -> System.out.println(result.line()));
  }
}
