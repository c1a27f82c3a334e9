package io.cambric.programs;

import io.cambric.core.KernelRegistry;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The long run: many random programs put to all checks, on many threads, with counts of their rows.
 *
 * <p>Run alone it needs nothing but class files: {@code java -cp ...
 * io.cambric.programs.RandomProgramRun --programs 100000 --seed 0 --threads 16}. Exit status 1 if a
 * program failed, or if a row was drawn fewer than {@code --least} times.
 */
public final class RandomProgramRun {

  private static final int MAX_FAILURES = 20;

  private static final Logger LOGGER = Logger.getLogger("io.cambric");

  private final long programs;
  private final long firstSeed;
  private final int threads;
  private final PrintStream out;
  private final CheckCounts counts = new CheckCounts();
  private final List<CheckRun.Failure> failures = Collections.synchronizedList(new ArrayList<>());

  /** Prepares a run; nothing is computed yet. */
  RandomProgramRun(long programs, long firstSeed, int threads, PrintStream out) {
    this.programs = programs;
    this.firstSeed = firstSeed;
    this.threads = threads;
    this.out = out;
  }

  /** Runs with the arguments of the command line. */
  public static void main(String[] arguments) throws InterruptedException {
    long programs = number(arguments, "--programs", 100_000);
    long seed = number(arguments, "--seed", 0);
    long threads = number(arguments, "--threads", Runtime.getRuntime().availableProcessors());
    long least = number(arguments, "--least", programs >= 100_000 ? 1000 : 0);
    var run = new RandomProgramRun(programs, seed, (int) threads, System.out);
    // Jitting anew is what the checks do.
    LOGGER.setLevel(Level.SEVERE);
    run.run();
    System.exit(run.failures().isEmpty() && run.rare(least).isEmpty() ? 0 : 1);
  }

  private static long number(String[] arguments, String name, long otherwise) {
    for (int i = 0; i + 1 < arguments.length; i++) {
      if (arguments[i].equals(name)) {
        return Long.parseLong(arguments[i + 1]);
      }
    }
    return otherwise;
  }

  /** Runs all programs, and prints failures as they come and the counts at the end. */
  void run() throws InterruptedException {
    long start = System.nanoTime();
    var next = new AtomicLong(firstSeed);
    var workers = new ArrayList<Thread>();
    for (int i = 0; i < threads; i++) {
      workers.add(Thread.ofPlatform().start(() -> work(next)));
    }
    for (var worker : workers) {
      worker.join();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    out.print(counts.toText());
    out.printf(
        "%d programs from seed %d on %d threads in %.0f s, kernels: %s; %d failed%n",
        next.get() - firstSeed - threads,
        firstSeed,
        threads,
        seconds,
        KernelRegistry.kernels().name(),
        failures.size());
  }

  private void work(AtomicLong next) {
    long seed = next.getAndIncrement();
    for (; seed < firstSeed + programs; seed = next.getAndIncrement()) {
      if (failures.size() >= MAX_FAILURES) {
        continue;
      }
      var failure = CheckRun.of(seed, counts);
      if (failure != null) {
        failures.add(failure);
        out.println(failure.toText());
      }
    }
  }

  List<CheckRun.Failure> failures() {
    return List.copyOf(failures);
  }

  /** {@return the rows drawn fewer times than that} */
  List<String> rare(long least) {
    return counts.draws().entrySet().stream()
        .filter(row -> row.getValue() < least)
        .map(row -> row.getKey() + " " + row.getValue())
        .toList();
  }

  CheckCounts counts() {
    return counts;
  }
}
