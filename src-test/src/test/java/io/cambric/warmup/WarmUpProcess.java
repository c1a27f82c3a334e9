package io.cambric.warmup;

import io.cambric.core.Array;
import io.cambric.core.KernelRegistry;
import io.cambric.tree.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A process that runs the programs in a JVM of its own, which is cold at first. */
final class WarmUpProcess {

  /** Rounds without anything compiled in the background that end the process. */
  private static final int SETTLED = 200;

  private static final long PATIENCE_NANOS = 12_000_000_000L;

  private WarmUpProcess() {}

  /** {@return what a JVM with these flags prints: a line for each program, and how it went} */
  static List<String> run(String runs, List<String> programs, String... flags)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-modules=jdk.incubator.vector");
    command.addAll(List.of(flags));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), WarmUpProcess.class.getName(), runs));
    command.addAll(programs);
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("the JVM with " + List.of(flags) + " failed: " + output);
    }
    return output.lines().filter(line -> line.startsWith("> ")).toList();
  }

  /**
   * Prints a hash of the bits of each program's first results, and with {@code many} runs repeats
   * all until nothing more is compiled in the background.
   *
   * @param args {@code one} or {@code many}, and the names of the programs
   */
  public static void main(String[] args) {
    var programs = WarmUpPrograms.all();
    programs.keySet().retainAll(List.of(args));
    var first = new LinkedHashMap<String, List<int[]>>();
    programs.forEach((name, program) -> {
      first.put(name, bits(program));
      long hash = 0;
      for (int[] array : first.get(name)) {
        hash = 31 * hash + Arrays.hashCode(array);
      }
      System.out.println("> " + name + " " + Long.toHexString(hash));
    });
    if (args[0].equals("many")) {
      System.out.println("> compiled meanwhile: " + repeat(programs, first));
    }
  }

  private static boolean repeat(
      Map<String, Supplier<Object>> programs, Map<String, List<int[]>> first) {
    boolean compiled = false;
    long end = System.nanoTime() + PATIENCE_NANOS;
    for (int iteration = 1, settled = 0;
        settled < SETTLED && System.nanoTime() < end;
        iteration++) {
      for (var program : programs.entrySet()) {
        requireSame(
            program.getKey(), iteration, bits(program.getValue()), first.get(program.getKey()));
      }
      boolean warming = KernelRegistry.kernels().isWarming();
      compiled |= warming;
      settled = compiled && !warming ? settled + 1 : 0;
    }
    return compiled;
  }

  private static void requireSame(
      String name, int iteration, List<int[]> actual, List<int[]> expected) {
    for (int k = 0; k < expected.size(); k++) {
      int at = Arrays.mismatch(actual.get(k), expected.get(k));
      if (at >= 0) {
        throw new AssertionError(
            "%s: result %d differs at %d in iteration %d: %s now, %s at first"
                .formatted(
                    name,
                    k,
                    at,
                    iteration,
                    Float.intBitsToFloat(actual.get(k)[at]),
                    Float.intBitsToFloat(expected.get(k)[at])));
      }
    }
  }

  private static List<int[]> bits(Supplier<Object> program) {
    return Trees.leaves(program.get()).stream().map(leaf -> bits((Array) leaf)).toList();
  }

  private static int[] bits(Array array) {
    float[] values = array.toFloats();
    int[] bits = new int[values.length];
    Arrays.setAll(bits, i -> Float.floatToRawIntBits(values[i]));
    return bits;
  }
}
