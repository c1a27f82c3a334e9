package io.cambric.benchmarks;

import io.cambric.benchmarks.ProcessStep.Model;
import io.cambric.core.Array;
import io.cambric.distributed.GroupOptions;
import io.cambric.distributed.ProcessGroup;
import io.cambric.nn.report.LineChart;
import io.cambric.nn.report.Series;
import io.cambric.tree.Trees;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Benchmark of training steps in groups of processes on this machine, with the model of their cost
 * ({@link StepCost}).
 *
 * <p>Each process has one thread for kernels and a batch of its own, as large for any number of
 * processes. Groups of all sizes are interleaved, so that a disturbance by other programs meets
 * all.
 */
final class ProcessesBench {

  /** Groups of each size, one after the other. */
  static final int ROUNDS = 3;

  private static final List<Integer> SIZES = List.of(1, 2, 4);

  /** Steps in a group of one process, which are interleaved with as many outside. */
  private static final int BLOCK = 5;

  private final BenchReport report;
  private final List<Series> curves = new ArrayList<>();

  /** The figures of a group: the slowest process counts. */
  private record Measured(double step, double bytes, double small, double large) {

    static Measured of(List<double[]> processes) {
      return new Measured(
          processes.stream().mapToDouble(each -> each[0]).max().orElseThrow(),
          processes.stream().mapToDouble(each -> each[1]).max().orElseThrow(),
          processes.stream().mapToDouble(each -> each[2]).max().orElseThrow(),
          processes.stream().mapToDouble(each -> each[3]).max().orElseThrow());
    }
  }

  private ProcessesBench(BenchReport report) {
    this.report = report;
  }

  static void run(BenchReport report) throws IOException, InterruptedException {
    var bench = new ProcessesBench(report);
    for (var model : Model.values()) {
      bench.alone(model);
      bench.groups(model);
    }
    report.draw(
        LineChart.of("Time of a training step", "processes", bench.curves)
            .withYLabel("ms")
            .toSvg());
  }

  /** A row for steps outside of a group, and one for steps in a group of one process. */
  private void alone(Model model) {
    var plain = model.training();
    var distributed = model.distributed();
    var times = List.of(new ArrayList<Double>(), new ArrayList<Double>());
    try (var group = ProcessGroup.join(GroupOptions.of(0, 1, "127.0.0.1", 1))) {
      Timing.of(plain::step, report.seconds());
      Timing.of(() -> group.run(ProcessStep.AXIS, distributed::step), report.seconds());
      long end = System.nanoTime() + (long) (2e9 * report.seconds());
      do {
        add(times.getFirst(), plain::step);
        add(times.getLast(), () -> group.run(ProcessStep.AXIS, distributed::step));
      } while (System.nanoTime() < end);
    }
    double outside = median(times.getFirst());
    double inside = median(times.getLast());
    double slower = 100 * (inside / outside - 1);
    report.line("%-28s %10.4f ms", model.title(), outside * 1e3);
    report.line(
        "%-28s %10.4f ms %9.1f %% slower", model.title() + ", group of one", inside * 1e3, slower);
    report.keep(new Row(model.title(), Map.of(Figure.MEDIAN_MS, outside * 1e3)));
    report.keep(
        new Row(
            model.title() + ", group of one",
            Map.of(Figure.MEDIAN_MS, inside * 1e3, Figure.SLOWER_PERCENT, slower)));
  }

  private static void add(List<Double> times, Runnable step) {
    for (int i = 0; i < BLOCK; i++) {
      long start = System.nanoTime();
      step.run();
      times.add((System.nanoTime() - start) * 1e-9);
    }
  }

  /** A row for each size of a group. */
  private void groups(Model model) throws IOException, InterruptedException {
    var bySize = new LinkedHashMap<Integer, List<Measured>>();
    for (int round = 0; round < ROUNDS; round++) {
      for (int size : SIZES) {
        bySize.computeIfAbsent(size, _ -> new ArrayList<>()).add(measured(model, size));
      }
    }
    var loopback = loopback(Objects.requireNonNull(bySize.get(2)));
    report.line(
        "%s: a message between two processes takes %.3f ms, and %.2f GB/s",
        model.title(), 1e3 * loopback.latency(), loopback.bandwidth() / 1e9);
    double gradients = gradientBytes(model);
    var alone = Objects.requireNonNull(bySize.get(1));
    var cost = new StepCost(median(alone, Measured::step), 0, gradients, 1);
    int cores = Runtime.getRuntime().availableProcessors();
    var measured = new ArrayList<Series.Point>();
    var modelled = new ArrayList<Series.Point>();
    bySize.forEach((size, rounds) -> {
      double expected = cost.onOneMachine(size, cores, loopback);
      measured.add(new Series.Point(size, 1e3 * median(rounds, Measured::step)));
      modelled.add(new Series.Point(size, 1e3 * expected));
      keep(model, size, rounds, expected, 2 * gradients * (size - 1) / size);
    });
    curves.add(new Series(model.title() + ", measured", measured));
    curves.add(new Series(model.title() + ", model", modelled));
  }

  /** {@return the connection of two processes, from sums of one and of many elements} */
  private static Network loopback(List<Measured> rounds) {
    // A sum is two messages, one after the other. Each process sends half of a large one twice.
    double latency = median(rounds, Measured::small) / 2;
    double bytes = (double) Float.BYTES * ProcessStep.LARGE.size();
    double bandwidth = bytes / (median(rounds, Measured::large) - 2 * latency);
    return new Network(bandwidth, latency, 0, Double.POSITIVE_INFINITY);
  }

  private static double gradientBytes(Model model) {
    return Trees.leaves(model.training().state().params()).stream()
        .mapToDouble(leaf -> ((Array) leaf).aval().bytes())
        .sum();
  }

  /**
   * Keeps the row of a size of groups.
   *
   * @param expected seconds of the model
   * @param least bytes that each process must send
   */
  private void keep(Model model, int size, List<Measured> rounds, double expected, double least) {
    var name = "%s, %d process%s".formatted(model.title(), size, size == 1 ? "" : "es");
    double step = median(rounds, Measured::step);
    double fastest = rounds.stream().mapToDouble(Measured::step).min().orElseThrow();
    double bytes = median(rounds, Measured::bytes);
    report.line(
        "%-28s %10.4f ms, model %.4f ms, %.4f MB sent",
        name, step * 1e3, expected * 1e3, bytes / 1e6);
    var figures = new EnumMap<Figure, Double>(Figure.class);
    figures.put(Figure.MEDIAN_MS, step * 1e3);
    figures.put(Figure.MODEL_MS, expected * 1e3);
    figures.put(Figure.MIN_MS, fastest * 1e3);
    figures.put(Figure.SENT_MB_PER_STEP, bytes / 1e6);
    if (size > 1) {
      figures.put(Figure.SENT_BY_LEAST, bytes / least);
    }
    report.keep(new Row(name, figures));
  }

  private Measured measured(Model model, int size) throws IOException, InterruptedException {
    int port = freePort();
    var processes = new ArrayList<Process>();
    try {
      for (int rank = 0; rank < size; rank++) {
        processes.add(started(model, rank, size, port));
      }
      var figures = new ArrayList<double[]>();
      for (var process : processes) {
        figures.add(figuresOf(process));
      }
      return Measured.of(figures);
    } finally {
      processes.forEach(Process::destroy);
    }
  }

  private Process started(Model model, int rank, int size, int port) throws IOException {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(
        List.of(
            "-Dcambric.threads=1",
            "-cp",
            System.getProperty("java.class.path"),
            ProcessStep.class.getName(),
            model.name(),
            Integer.toString(rank),
            Integer.toString(size),
            Integer.toString(port),
            Double.toString(report.seconds())));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private static double[] figuresOf(Process process) throws IOException, InterruptedException {
    var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0 || printed.isBlank()) {
      throw new IOException("A process of a group ended with status " + status + ".");
    }
    return Arrays.stream(printed.strip().split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static double median(List<Measured> rounds, ToDoubleFunction<Measured> figure) {
    return median(rounds.stream().map(figure::applyAsDouble).toList());
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
