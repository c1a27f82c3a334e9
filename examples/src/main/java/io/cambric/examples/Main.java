package io.cambric.examples;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the examples: {@code ./run} lists them, {@code ./run NAME} starts one. */
@Command(
    name = "run",
    description = "Runs an example of Cambric.",
    synopsisSubcommandLabel = "EXAMPLE",
    mixinStandardHelpOptions = true)
public final class Main implements Runnable {

  private Main() {}

  /**
   * Starts the example named by the first argument, or lists the examples when there is none.
   *
   * @param args name of the example, then its options
   */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public void run() {
    System.out.println("There are no examples yet.");
  }
}
