package io.cambric.examples.bench;

import io.cambric.examples.Version;
import io.cambric.examples.console.Checks;
import io.cambric.examples.console.OutputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Measures kernels, training steps and the start on this machine, or lists what it can measure. */
@Command(
    name = "bench",
    description = "Measures kernels, training steps and the start; without a name, lists them.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class BenchCommand implements Callable<Integer> {

  private static final int MAX_THREADS = 1024;
  private static final double MAX_SECONDS = 3600;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "What to measure.",
      converter = Benchmark.Named.class)
  private @Nullable Benchmark benchmark;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that kernels use, 1 to 1024; all processors by default.")
  private @Nullable Integer threads;

  @Option(names = "--seconds", paramLabel = "S", description = "Time for each row, 0 to 3600.")
  private @Nullable Double seconds;

  @Option(names = "--json", paramLabel = "FILE", description = "Where the figures are written.")
  private @Nullable Path json;

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public BenchCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var command = Objects.requireNonNull(spec);
    var out = command.commandLine().getOut();
    int used = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    check(new Checks(command), used);
    if (benchmark == null) {
      for (var each : Benchmark.values()) {
        out.printf("  %-12s %s%n", each.title(), each.description());
      }
      return 0;
    }
    // Read when the first kernel runs.
    System.setProperty("cambric.threads", Integer.toString(used));
    var report = new Report(out, used, seconds == null ? benchmark.seconds() : seconds);
    benchmark.run(report);
    if (json != null) {
      var mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
      OutputFile.write(json, mapper.writeValueAsString(report.toJson(benchmark.title())) + "\n");
      out.println("figures: " + json);
    }
    return 0;
  }

  private void check(Checks checks, int used) {
    checks.range("--threads", used, 1, MAX_THREADS);
    if (seconds != null) {
      checks.range("--seconds", seconds, 0, MAX_SECONDS);
    }
    if (json != null) {
      checks.writable("--json", json);
      if (benchmark == null) {
        throw checks.invalid("--json", "needs the NAME of a benchmark that makes the figures.");
      }
    }
  }
}
