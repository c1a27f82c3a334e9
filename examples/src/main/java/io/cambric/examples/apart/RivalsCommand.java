package io.cambric.examples.apart;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code rivals} as the list of examples shows it, without native libraries. */
@Command(
    name = "rivals",
    description = "Compares examples with native libraries; the first start fetches these.",
    synopsisSubcommandLabel = "EXAMPLE",
    subcommands = EmbedRivalsCommand.class,
    mixinStandardHelpOptions = true)
public final class RivalsCommand implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command. */
  public RivalsCommand() {}

  @Override
  public void run() {
    var command = Objects.requireNonNull(spec).commandLine();
    command.usage(command.getOut());
  }
}
