package io.cambric.benchmarks;

import io.cambric.benchmarks.FullSpeed.Work;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Benchmark of the start: time from the start of a JVM to the first result of a small program, and
 * to full speed.
 */
final class StartupBench {

  /** Starts of a JVM. */
  static final int RUNS = 7;

  private StartupBench() {}

  static void run(BenchReport report) throws IOException, InterruptedException {
    double[] main = new double[RUNS];
    double[] result = new double[RUNS];
    double[] total = new double[RUNS];
    for (int i = 0; i < RUNS; i++) {
      long start = System.nanoTime();
      double[] times = timesOf(FirstStep.class);
      total[i] = (System.nanoTime() - start) * 1e-9;
      main[i] = times[0];
      result[i] = times[1];
    }
    report.line("seconds after a JVM was asked for, median of %d runs", RUNS);
    row(report, "to main", main);
    row(report, "to the first compiled gradient", result);
    for (var work : Work.values()) {
      var seconds = Double.toString(report.seconds());
      double[] times = timesOf(FullSpeed.class, work.name(), seconds);
      report.line(
          "%-40s %5.2f s   (%.3f ms each)",
          "to full speed, " + work.title(), times[0], times[1] * 1e3);
      report.keep(
          new Row(
              "to full speed, " + work.title(),
              Map.of(Figure.SECONDS, times[0], Figure.MEDIAN_MS, times[1] * 1e3)));
    }
    Arrays.sort(total);
    report.line(
        "startup: median %.2f s  min %.2f s  of it from main on %.2f s",
        total[RUNS / 2], total[0], result[RUNS / 2] - main[RUNS / 2]);
    report.keep(
        new Row(
            "startup",
            Map.of(
                Figure.MEDIAN_S, total[RUNS / 2],
                Figure.MIN_S, total[0],
                Figure.FROM_MAIN_S, result[RUNS / 2] - main[RUNS / 2])));
  }

  private static void row(BenchReport report, String name, double[] seconds) {
    Arrays.sort(seconds);
    report.line("%-40s %5.2f s   (min %.2f s)", name, seconds[RUNS / 2], seconds[0]);
    report.keep(new Row(name, Map.of(Figure.SECONDS, seconds[RUNS / 2], Figure.MIN_S, seconds[0])));
  }

  /** {@return the numbers that a program prints; its last argument is the present time} */
  private static double[] timesOf(Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    // As the command line of this process has it.
    command.add("-Dcambric.threads=" + System.getProperty("cambric.threads"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    command.add(Long.toString(System.currentTimeMillis()));
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String printed = lines.readLine();
      int status = process.waitFor();
      if (status != 0 || printed == null) {
        throw new IOException("The program that is timed ended with status " + status + ".");
      }
      return Arrays.stream(printed.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }
  }
}
