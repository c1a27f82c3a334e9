package io.cambric.examples.bench;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.file.Files;
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
    mixinStandardHelpOptions = true)
public final class BenchCommand implements Callable<Integer> {

  @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "What to measure.")
  private @Nullable String name;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that kernels use; all processors by default.")
  private @Nullable Integer threads;

  @Option(names = "--seconds", paramLabel = "S", description = "Time for each row.")
  private @Nullable Double seconds;

  @Option(names = "--json", paramLabel = "FILE", description = "Where the figures are written.")
  private @Nullable Path json;

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public BenchCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var out = Objects.requireNonNull(spec).commandLine().getOut();
    if (name == null) {
      for (var benchmark : Benchmark.values()) {
        out.printf("  %-12s %s%n", benchmark.title(), benchmark.description());
      }
      return 0;
    }
    var benchmark = Benchmark.named(name);
    int used = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    if (used < 1) {
      throw new DataException("--threads needs a number above 0, but got %d.".formatted(used));
    }
    // Read when the first kernel runs.
    System.setProperty("cambric.threads", Integer.toString(used));
    var report = new Report(out, used, seconds == null ? benchmark.seconds() : seconds);
    benchmark.run(report);
    if (json != null) {
      var mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
      Files.writeString(json, mapper.writeValueAsString(report.toJson(benchmark.title())) + "\n");
      out.println("figures: " + json);
    }
    return 0;
  }
}
