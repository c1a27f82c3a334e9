package io.cambric.examples.deps;

import io.cambric.examples.Version;
import io.cambric.examples.deps.ClassPath.Jar;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ./run deps}: jars and megabytes, by what a program is for. */
@Command(
    name = "deps",
    description = "Shows how many jars and megabytes a program needs for each purpose.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class DepsCommand implements Callable<Integer> {

  private static final double MEGABYTE = 1e6;

  @Parameters(
      arity = "0..1",
      paramLabel = "PURPOSE",
      description = "Lists the jars of one purpose: ${COMPLETION-CANDIDATES}.")
  private @Nullable Purpose purpose;

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command. */
  public DepsCommand() {}

  @Override
  public Integer call() throws IOException {
    var out = Objects.requireNonNull(spec).commandLine().getOut();
    var path = ClassPath.of(System.getProperty("java.class.path"));
    if (purpose == null) {
      table(path, out);
    } else {
      for (var jar : path.neededBy(purpose.modules())) {
        out.printf("%7.2f MB  %s%n", jar.bytes() / MEGABYTE, jar.name());
      }
    }
    return 0;
  }

  /** Writes a row for each purpose. */
  static void table(ClassPath path, PrintWriter out) throws IOException {
    out.printf("%-10s  %5s  %5s%n", "for", "jars", "MB");
    for (var each : Purpose.values()) {
      var jars = path.neededBy(each.modules());
      out.printf(
          "%-10s  %5d  %5.1f%n",
          each, jars.size(), jars.stream().mapToLong(Jar::bytes).sum() / MEGABYTE);
    }
  }
}
