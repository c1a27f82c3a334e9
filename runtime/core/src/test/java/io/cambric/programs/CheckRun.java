package io.cambric.programs;

import io.cambric.testing.Seeds;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run of all checks on one program. */
final class CheckRun {

  /** Of a stack trace, as many show where it went wrong. */
  private static final int FRAMES = 12;

  /** Steps are evaluated as they are drawn. */
  private static final Check WRITTEN =
      new Check("steps can be evaluated", (_, _) -> Check.Outcome.HELD);

  private CheckRun() {}

  /** A program that failed a check, as it was drawn and as small as it became. */
  record Failure(Check check, Sample drawn, Sample shrunk, Throwable cause) {

    /** {@return what to read first, and how to repeat it} */
    String toText() {
      var trace = new StringBuilder();
      if (!(cause instanceof Comparison.Difference)) {
        trace.append(cause.getClass().getName());
        Arrays.stream(cause.getStackTrace())
            .filter(frame -> frame.getClassName().startsWith("io.cambric"))
            .limit(FRAMES)
            .forEach(frame -> trace.append("\n  at ").append(frame));
      }
      return "\"%s\" does not hold of the program of -Dtests.seed=%d:\n%s\n%s\nshrunk from %d steps to\n%s"
          .formatted(
              check.name(),
              drawn.seed(),
              cause.getMessage(),
              trace,
              drawn.program().size(),
              shrunk);
    }
  }

  /** {@return the first failure of the program of a seed, shrunk, or {@code null}} */
  static @Nullable Failure of(long seed, CheckCounts counts) {
    return of(seed, Checks.all(), counts);
  }

  static @Nullable Failure of(long seed, List<Check> checks, CheckCounts counts) {
    Sample sample;
    try {
      sample = Sample.of(seed);
    } catch (Throwable cause) {
      rethrowIfFatal(cause);
      var none = Sample.empty(seed);
      return new Failure(WRITTEN, none, none, cause);
    }
    counts.count(sample.program());
    for (var check : checks) {
      if (Math.floorMod(31 * seed + check.name().hashCode(), check.oneIn()) != 0) {
        continue;
      }
      try {
        counts.count(check, run(check, sample));
      } catch (Throwable cause) {
        rethrowIfFatal(cause);
        return Shrinker.shrink(new Failure(check, sample, sample, cause));
      }
    }
    return null;
  }

  /** Runs a check with random numbers that depend on the program's seed alone. */
  static Check.Outcome run(Check check, Sample sample) {
    var random = Seeds.generator(31 * sample.seed() + check.name().hashCode());
    return check.rule().check(sample, random);
  }

  private static void rethrowIfFatal(Throwable cause) {
    if (cause instanceof VirtualMachineError error && !(error instanceof StackOverflowError)) {
      throw error;
    }
  }
}
