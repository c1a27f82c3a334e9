package io.cambric.benchmarks;

import com.google.auto.service.AutoService;
import io.cambric.examples.Version;
import io.cambric.examples.apart.ApartCommand;
import io.cambric.examples.apart.BenchCommand;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.OutputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The command {@code ./run bench}: measures kernels, training steps and the start on this machine,
 * or lists the benchmarks.
 */
@Command(
    name = "bench",
    description = BenchCommand.DESCRIPTION,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
@AutoService(ApartCommand.class)
public final class Bench implements ApartCommand {

  private static final int MAX_THREADS = 1024;
  private static final double MAX_SECONDS = 3600;

  // Names are found in call(): picocli reports a name that its converter refuses as unmatched.
  @Parameters(arity = "0..*", paramLabel = "NAME", description = "The measurement.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads for kernels, 1 to 1024; all processors by default.")
  private @Nullable Integer threads;

  @Option(names = "--seconds", paramLabel = "S", description = "Time for each row, 0 to 3600.")
  private @Nullable Double seconds;

  @Option(names = "--json", paramLabel = "FILE", description = "Where the figures are written.")
  private @Nullable Path json;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "Where a page of machine, conditions and tables is written, as in docs/inside/benchmarks.")
  private @Nullable Path report;

  @Option(
      names = "--chart",
      paramLabel = "FILE",
      description = "Where the chart of processes is written, as SVG.")
  private @Nullable Path chart;

  @Option(
      names = "--against",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Versions of other libraries in the comparison, for the report.")
  private String against = "";

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "A remark on the conditions, for the report.")
  private String note = "";

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the shapes of ops, products and programs; random by default.")
  private @Nullable Long seed;

  @Option(
      names = "--only",
      paramLabel = "REGEX",
      description =
          "Measures only the random cases of ops, products and programs with a match in their line.")
  private @Nullable String only;

  @Option(
      names = "--case",
      paramLabel = "TEXT",
      description =
          "A case of ops, products or programs instead of random cases, such as "
              + "\"lax.exp/grad f32 1000 37\".")
  private List<String> cases = new ArrayList<>();

  @Option(
      names = "--peer",
      paramLabel = "COMMAND",
      description =
          "A process that interleaves the same cases of ops, products and programs, such "
              + "as \"python3 src-test/benchmarks/peers/peer.py jax\".")
  private List<String> peers = new ArrayList<>();

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public Bench() {}

  @Override
  public List<String> path() {
    return List.of("bench");
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var command = Objects.requireNonNull(spec);
    var out = command.commandLine().getOut();
    int used = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    var benchmarks = benchmarks(command);
    var checks = new OptionChecks(command);
    check(checks, used);
    var choice = choice(checks, benchmarks);
    if (benchmarks.isEmpty()) {
      for (var each : Benchmark.values()) {
        out.printf("  %-12s %s%n", each.title(), each.description());
      }
      return 0;
    }
    // Read when the first kernel runs.
    System.setProperty("cambric.threads", Integer.toString(used));
    // Before the measurement: sources may change while it runs.
    var commit = Commit.ofThisBuild();
    var meter = new PeakMeter(used, Peak::of);
    var reports = new ArrayList<BenchReport>();
    for (var each : benchmarks) {
      var rows = new BenchReport(out, each, meter, seconds == null ? each.seconds() : seconds);
      each.run(rows, choice);
      reports.add(rows);
    }
    if (json != null) {
      var mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
      OutputFile.write(json, mapper.writeValueAsString(figures(reports)) + "\n");
      out.println("figures: " + json);
    }
    if (chart != null) {
      OutputFile.write(
          chart, reports.stream().flatMap(each -> each.chart().stream()).findFirst().orElseThrow());
      out.println("chart: " + chart);
    }
    if (report != null) {
      OutputFile.write(report, page(commit, meter, choice, reports).toText());
      out.println("report: " + report);
    }
    return 0;
  }

  private List<Benchmark> benchmarks(CommandSpec command) {
    var found = new ArrayList<Benchmark>();
    for (int i = 0; i < names.size(); i++) {
      var name = names.get(i);
      int index = i;
      found.add(
          Benchmark.named(name)
              .orElseThrow(() ->
                  new ParameterException(
                      command.commandLine(),
                      "Invalid value for positional parameter at index %d (NAME): there is no"
                              .formatted(index)
                          + " benchmark named \"%s\"; choose one of %s."
                              .formatted(name, Benchmark.titles()))));
    }
    return found;
  }

  /** {@return an object for one benchmark, and a list of objects for several} */
  private static Object figures(List<BenchReport> reports) {
    var all = reports.stream().map(BenchReport::toJson).toList();
    return all.size() == 1 ? all.getFirst() : all;
  }

  private BenchmarkPage page(
      String commit, PeakMeter meter, SweepChoice choice, List<BenchReport> reports)
      throws IOException {
    return new BenchmarkPage(
        Host.ofThisMachine(),
        meter,
        against,
        commandText(choice, reports),
        commit,
        note,
        LocalDate.now(ZoneId.systemDefault()),
        reports);
  }

  /** {@return the command without the options that name files and texts} */
  private String commandText(SweepChoice choice, List<BenchReport> reports) {
    var words = new ArrayList<>(List.of("./run", "bench"));
    reports.forEach(each -> words.add(each.title()));
    if (threads != null) {
      words.addAll(List.of("--threads", threads.toString()));
    }
    if (seconds != null) {
      words.addAll(List.of("--seconds", OptionChecks.text(seconds)));
    }
    if (choice.isSweep()) {
      words.addAll(List.of("--seed", Long.toString(choice.seed())));
    }
    if (only != null) {
      words.addAll(List.of("--only", "\"" + only + "\""));
    }
    cases.forEach(text -> words.addAll(List.of("--case", "\"" + text + "\"")));
    return String.join(" ", words);
  }

  /** {@return what sweeps measure, with a seed that is drawn if none is given} */
  private SweepChoice choice(OptionChecks checks, List<Benchmark> benchmarks) {
    boolean isSweep = !benchmarks.isEmpty() && benchmarks.stream().allMatch(Benchmark::isSweep);
    checkSweep(checks, "--seed", seed != null, isSweep);
    checkSweep(checks, "--only", only != null, isSweep);
    checkSweep(checks, "--case", !cases.isEmpty(), isSweep);
    checkSweep(checks, "--peer", !peers.isEmpty(), isSweep);
    Pattern pattern;
    try {
      pattern = Pattern.compile(only == null ? "" : only);
    } catch (PatternSyntaxException e) {
      throw checks.invalid(
          "--only",
          "needs a regular expression, but \"%s\" has a mistake: %s."
              .formatted(only, e.getDescription()));
    }
    long drawn = seed == null ? new Random().nextInt(1_000_000) : seed;
    var choice = new SweepChoice(isSweep, drawn, pattern, cases, peers);
    for (var each : benchmarks) {
      checkCases(checks, each, choice);
    }
    return choice;
  }

  private void checkCases(OptionChecks checks, Benchmark benchmark, SweepChoice choice) {
    if (!benchmark.isSweep()) {
      return;
    }
    try {
      if (benchmark.cases(choice).isEmpty()) {
        throw checks.invalid(
            "--only",
            "must match the line of a case, but no case of %s has \"%s\"."
                .formatted(benchmark.title(), only));
      }
    } catch (IllegalArgumentException e) {
      throw checks.invalid(
          "--case", "needs a case of %s. %s".formatted(benchmark.title(), e.getMessage()));
    }
  }

  private static void checkSweep(
      OptionChecks checks, String option, boolean isGiven, boolean isSweep) {
    if (isGiven && !isSweep) {
      throw checks.invalid(
          option, "needs only the benchmarks ops, products and programs, which draw shapes.");
    }
  }

  private void check(OptionChecks checks, int used) {
    checks.range("--threads", used, 1, MAX_THREADS);
    if (seconds != null) {
      checks.range("--seconds", seconds, 0, MAX_SECONDS);
    }
    checkFile(checks, "--json", json);
    checkFile(checks, "--report", report);
    checkFile(checks, "--chart", chart);
    if (chart != null) {
      checks.picture("--chart", chart, ".svg");
      if (!names.contains(Benchmark.PROCESSES.title())) {
        throw checks.invalid(
            "--chart", "needs the benchmark processes, the only one with a chart.");
      }
    }
  }

  private void checkFile(OptionChecks checks, String option, @Nullable Path file) {
    if (file == null) {
      return;
    }
    checks.writable(option, file);
    if (names.isEmpty()) {
      throw checks.invalid(option, "needs the NAME of a benchmark that makes the figures.");
    }
  }
}
