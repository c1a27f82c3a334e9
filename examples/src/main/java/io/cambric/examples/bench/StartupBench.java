package io.cambric.examples.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;

/** The time from the start of a JVM to the first useful result of a small program. */
final class StartupBench {

  private static final int RUNS = 7;

  private StartupBench() {}

  static void run(Report report) throws IOException, InterruptedException {
    double[] total = new double[RUNS];
    double[] step = new double[RUNS];
    for (int i = 0; i < RUNS; i++) {
      long start = System.nanoTime();
      step[i] = firstStep();
      total[i] = (System.nanoTime() - start) * 1e-9;
    }
    Arrays.sort(total);
    Arrays.sort(step);
    report.line("JVM, imports and one compiled gradient, %d runs", RUNS);
    report.line(
        "startup: median %.2f s  min %.2f s  of it from main on %.2f s",
        total[RUNS / 2], total[0], step[RUNS / 2]);
    var row = new LinkedHashMap<String, Object>();
    row.put("name", "startup");
    row.put("median_s", total[RUNS / 2]);
    row.put("min_s", total[0]);
    row.put("from_main_s", step[RUNS / 2]);
    report.keep(row);
  }

  private static double firstStep() throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), FirstStep.class.getName()));
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String seconds = lines.readLine();
      int status = process.waitFor();
      if (status != 0 || seconds == null) {
        throw new IOException("The program that is timed ended with status " + status + ".");
      }
      return Double.parseDouble(seconds);
    }
  }
}
