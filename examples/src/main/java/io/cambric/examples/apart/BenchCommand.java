package io.cambric.examples.apart;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** The command {@code bench} as the list of examples shows it, without the benchmarks. */
@Command(name = "bench", description = BenchCommand.DESCRIPTION, mixinStandardHelpOptions = true)
public final class BenchCommand implements Callable<Integer> {

  /** The line of the list of examples. */
  public static final String DESCRIPTION =
      "Measures kernels, training steps and start-up; without a name, lists the benchmarks.";

  /** Makes the command. */
  public BenchCommand() {}

  @Override
  public Integer call() throws IOException {
    throw new IOException(
        "bench needs the benchmarks, but they are missing from the class path. Start it with ./run bench, which builds them.");
  }
}
