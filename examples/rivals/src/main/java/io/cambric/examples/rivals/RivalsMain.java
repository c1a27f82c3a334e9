package io.cambric.examples.rivals;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code ./run rivals}. */
@Command(
    name = "rivals",
    description = "Compares examples with native libraries.",
    synopsisSubcommandLabel = "EXAMPLE",
    subcommands = EmbedRivals.class,
    mixinStandardHelpOptions = true)
public final class RivalsMain implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  private RivalsMain() {}

  /**
   * Starts the comparison named by the first argument.
   *
   * @param args name of the example, then its options
   */
  public static void main(String[] args) {
    System.exit(new CommandLine(new RivalsMain()).execute(args));
  }

  @Override
  public void run() {
    var command = Objects.requireNonNull(spec).commandLine();
    command.usage(command.getOut());
  }
}
