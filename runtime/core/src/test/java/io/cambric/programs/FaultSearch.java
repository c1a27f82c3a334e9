package io.cambric.programs;

import io.cambric.lax.op.Faults;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A search for the first random program that a planted fault makes fail. */
final class FaultSearch {

  private FaultSearch() {}

  /**
   * The check that found a fault.
   *
   * @param check its name
   * @param programs the number of programs drawn until then
   */
  record Found(String check, int programs) {}

  /** {@return the first check that fails, or {@code null} after that many programs} */
  static @Nullable Found find(Fault fault, int most) {
    for (int seed = 0; seed < most; seed++) {
      // Written without the fault: values decide what is drawn.
      var sample = Sample.of(seed);
      var failed = Planting.with(fault, () -> failed(sample));
      if (failed != null && failed(sample) == null) {
        return new Found(failed, seed + 1);
      }
    }
    return null;
  }

  private static @Nullable String failed(Sample sample) {
    for (var check : Checks.all()) {
      try {
        CheckRun.run(check, sample);
      } catch (Exception | AssertionError found) {
        return check.name();
      }
    }
    return null;
  }

  /**
   * Prints the table of {@code docs/guides/testing.md}, the faults shared between as many threads.
   */
  public static void main(String[] arguments) throws Exception {
    int threads = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2;
    try (var pool = Executors.newFixedThreadPool(threads)) {
      var rows = new ArrayList<Future<String>>();
      for (var fault : Faults.all()) {
        rows.add(pool.submit(() -> row(fault)));
      }
      for (var row : rows) {
        System.out.println(row.get());
      }
    }
  }

  private static String row(Fault fault) {
    var found = find(fault, 3000);
    return "| %s | %s | %s |"
        .formatted(
            fault.description(),
            found == null ? "not found" : found.check(),
            found == null ? "" : found.programs());
  }
}
