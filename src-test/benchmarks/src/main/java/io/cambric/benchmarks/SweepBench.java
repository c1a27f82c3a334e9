package io.cambric.benchmarks;

import static io.cambric.transform.Transforms.jit;

import io.cambric.array.DType;
import io.cambric.benchmarks.sweep.Case;
import io.cambric.benchmarks.sweep.CompiledCase;
import io.cambric.benchmarks.sweep.Measured;
import io.cambric.benchmarks.sweep.PeerAnswer;
import io.cambric.benchmarks.sweep.PeerProcess;
import io.cambric.benchmarks.sweep.SweepSummary;
import io.cambric.core.Array;
import io.cambric.errors.CambricException;
import io.cambric.numpy.Numpy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures cases of a sweep, interleaved with peers that run the same ones. */
final class SweepBench {

  /** Slices of the time of a case; the best median counts. */
  static final int SLICES = 3;

  /** Cases that the summary shows. */
  private static final int WORST = 20;

  /** Seconds to measure the least call for. */
  private static final double CALL = 0.3;

  private static final double CLOSE = 0.85;
  private static final double HALF = 0.5;

  /** The largest difference of sums of results that rounding explains. */
  private static final double ROUNDING = 1e-3;

  private final BenchReport report;
  private final List<PeerProcess> peers;
  private final double call;
  private final List<Measured> measured = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();

  private SweepBench(BenchReport report, List<PeerProcess> peers) {
    this.report = report;
    this.peers = peers;
    var one = Numpy.zeros(1);
    var least = jit((Array x) -> x.add(1));
    this.call = Timing.of(() -> least.apply(one), Math.min(CALL, report.seconds())).min();
  }

  static void run(BenchReport report, List<Case> cases, SweepChoice choice) throws IOException {
    report.line("seed %d, %d cases", choice.seed(), cases.size());
    try (var peers = PeerProcess.startAll(choice.peers(), report.threads())) {
      report.measurePeak();
      var bench = new SweepBench(report, peers.all());
      report.line("the least call takes %.2f us", bench.call * 1e6);
      for (var one : cases) {
        bench.measure(one);
      }
      bench.close(choice);
    }
  }

  private void measure(Case one) throws IOException {
    CompiledCase program;
    try {
      program = one.program();
      program.run();
      Timing.warmUp(program, report.seconds());
    } catch (CambricException e) {
      failed.add(one.text());
      report.line("%-44s failed: %s", one.text(), String.valueOf(e.getMessage()));
      return;
    }
    double slice = report.seconds() / SLICES;
    double ours = Double.POSITIVE_INFINITY;
    Map<String, Double> others = new LinkedHashMap<>();
    var problems = new StringBuilder();
    double sum = peers.isEmpty() ? Double.NaN : program.sum();
    double difference = Double.NaN;
    for (int turn = 0; turn < SLICES; turn++) {
      ours = Math.min(ours, Timing.slice(program, slice).median());
      for (var peer : peers) {
        if (turn == 0 || others.containsKey(peer.name())) {
          var answer = peer.ask(one, slice);
          keep(peer.name(), answer, others, problems);
          double from = difference(sum, answer.sum());
          difference = from > difference || Double.isNaN(difference) ? from : difference;
        }
      }
    }
    var row =
        new Measured(
            one.text(),
            one.family(),
            ours,
            bound(one, program),
            program.flops(),
            program.bytes(),
            others,
            difference);
    measured.add(row);
    report.line("%s%s", text(row), problems);
  }

  /** {@return the distance of two sums as a part of the second; NaN if that is unknown} */
  private static double difference(double ours, double theirs) {
    return ours == theirs ? 0 : Math.abs(ours - theirs) / Math.abs(theirs);
  }

  private static void keep(
      String peer, PeerAnswer answer, Map<String, Double> others, StringBuilder problems) {
    if (!Double.isNaN(answer.seconds())) {
      others.merge(peer, answer.seconds(), Math::min);
    } else if (!answer.problem().isEmpty()) {
      problems.append("  %s failed: %s".formatted(peer, answer.problem()));
    }
  }

  /** {@return seconds that the machine needs at least; f64 has half the lanes of f32} */
  private double bound(Case one, CompiledCase program) {
    var peak = report.peak();
    double flops = program.flops() / peak.flops() * (one.dtype() == DType.F64 ? 2 : 1);
    return call + Math.max(flops, program.bytes() / peak.bytes());
  }

  private static String text(Measured row) {
    var text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%-44s %10.1f us  %7.1f GB/s  %7.1f GFLOP/s  %4.2f of the machine",
            row.text(),
            row.seconds() * 1e6,
            row.bytes() / row.seconds() / 1e9,
            row.flops() / row.seconds() / 1e9,
            row.share()));
    row.peers()
        .forEach((peer, time) ->
            text.append(String.format(Locale.ROOT, "  %s %.1f us", peer, time * 1e6)));
    if (!row.peers().isEmpty()) {
      text.append(String.format(Locale.ROOT, "  ratio %.2f", row.ratio()));
    }
    if (!Double.isNaN(row.difference())) {
      text.append(String.format(Locale.ROOT, "  values differ by %.0e", row.difference()));
    }
    return text.toString();
  }

  private void close(SweepChoice choice) {
    boolean beside = !peers.isEmpty();
    var summary = new SweepSummary(measured, beside);
    var figure = beside ? "ratio" : "share of the machine";
    report.line("by family, geometric mean of the %s:", figure);
    summary
        .families()
        .forEach(family ->
            report.line(
                "  %-24s %5.2f  (%d cases)", family.family(), family.mean(), family.cases()));
    report.line("the worst %d:", Math.min(WORST, summary.cases().size()));
    summary
        .worst(WORST)
        .forEach(row ->
            report.line("  %5.2f  %-44s  %s", summary.figure(row), row.text(), row.family()));
    report.line(
        "%s: geometric mean of the %s %.2f of %d cases, below %s: %d, below %s: %d",
        report.title(),
        figure,
        summary.mean(),
        summary.cases().size(),
        CLOSE,
        summary.below(CLOSE),
        HALF,
        summary.below(HALF));
    var different = different(summary);
    if (!different.isEmpty()) {
      report.line("other values than the peer's: %s", String.join("; ", different));
    }
    if (!failed.isEmpty()) {
      report.line("failed: %s", String.join("; ", failed));
    }
    keep(summary, figure, choice);
  }

  /** {@return the cases with other results than a peer, beyond rounding} */
  private static List<String> different(SweepSummary summary) {
    return summary.cases().stream()
        .filter(row -> row.difference() > ROUNDING)
        .map(Measured::text)
        .toList();
  }

  private void keep(SweepSummary summary, String figure, SweepChoice choice) {
    var names = peers.stream().map(PeerProcess::name).toList();
    report.compareWith(names);
    report.detail("seed", choice.seed());
    report.detail("call_us", call * 1e6);
    report.detail("peers", names);
    report.detail("geometric_mean", summary.mean());
    report.detail("below_0.85", summary.below(CLOSE));
    report.detail("below_0.5", summary.below(HALF));
    report.detail("failed", failed);
    report.detail("different_values", different(summary));
    report.detail("worst", summary.worst(WORST).stream().map(Measured::text).toList());
    report.detail("cases", measured.stream().map(Measured::toJson).toList());
    report.table(families(summary, figure));
    report.table(worst(summary, names));
    if (!failed.isEmpty()) {
      report.table(
          new PageTable("failed", List.of("case"), failed.stream().map(List::of).toList()));
    }
  }

  private PageTable families(SweepSummary summary, String figure) {
    var rows = new ArrayList<List<String>>();
    summary
        .families()
        .forEach(family ->
            rows.add(
                List.of(family.family(), Integer.toString(family.cases()), number(family.mean()))));
    rows.add(List.of("all", Integer.toString(summary.cases().size()), number(summary.mean())));
    rows.add(List.of("below " + CLOSE, Long.toString(summary.below(CLOSE)), ""));
    rows.add(List.of("below " + HALF, Long.toString(summary.below(HALF)), ""));
    return new PageTable("families", List.of("family", "cases", "geometric mean, " + figure), rows);
  }

  private static PageTable worst(SweepSummary summary, List<String> peers) {
    var heads =
        new ArrayList<>(
            List.of("case", "family", "median, us", "GB/s", "GFLOP/s", "of the machine"));
    peers.forEach(peer -> heads.add(peer + ", us"));
    if (!peers.isEmpty()) {
      heads.add("ratio");
    }
    var rows = new ArrayList<List<String>>();
    for (var row : summary.worst(WORST)) {
      var cells =
          new ArrayList<>(
              List.of(
                  row.text(),
                  row.family(),
                  number(row.seconds() * 1e6),
                  number(row.bytes() / row.seconds() / 1e9),
                  number(row.flops() / row.seconds() / 1e9),
                  number(row.share())));
      for (var peer : peers) {
        var time = row.peers().get(peer);
        cells.add(time == null ? "" : number(time * 1e6));
      }
      if (!peers.isEmpty()) {
        cells.add(number(row.ratio()));
      }
      rows.add(cells);
    }
    return new PageTable("the worst", heads, rows);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
