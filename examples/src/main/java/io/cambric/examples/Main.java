package io.cambric.examples;

import io.cambric.errors.CambricException;
import io.cambric.examples.apart.ApartCommand;
import io.cambric.examples.apart.BenchCommand;
import io.cambric.examples.apart.RivalsCommand;
import io.cambric.examples.apart.SparkDigitsCommand;
import io.cambric.examples.console.ClosedOutputException;
import io.cambric.examples.deep.DeepExample;
import io.cambric.examples.deps.DepsCommand;
import io.cambric.examples.diffusion.DiffusionExample;
import io.cambric.examples.digits.DigitsExample;
import io.cambric.examples.embed.EmbedExample;
import io.cambric.examples.ensemble.EnsembleExample;
import io.cambric.examples.gallery.GalleryCommand;
import io.cambric.examples.gpt.GptExample;
import io.cambric.examples.jshell.JShellCommand;
import io.cambric.examples.mnist.MnistExample;
import io.cambric.examples.pinn.PinnExample;
import io.cambric.examples.ppo.PpoExample;
import io.cambric.examples.ragged.RaggedExample;
import io.cambric.examples.resnet.ResNetExample;
import io.cambric.examples.reversible.ReversibleExample;
import io.cambric.examples.seq2seq.Seq2SeqExample;
import io.cambric.examples.serve.ServeExample;
import io.cambric.examples.sweep.SweepExample;
import io.cambric.examples.tabular.TabularExample;
import io.cambric.examples.vae.VaeExample;
import io.cambric.nn.writer.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line of the examples: {@code ./run} lists them, {@code ./run NAME} starts one. */
@Command(
    name = "run",
    description = "Runs an example of Cambric.",
    synopsisSubcommandLabel = "EXAMPLE",
    footer = {"", "Help of an example: run EXAMPLE --help"},
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class Main implements Runnable {

  /** Held here, as the log manager keeps loggers only as long as somebody else does. */
  private static final Logger LIBRARY = Logger.getLogger("io.cambric");

  /** The smallest factory that picocli needs. */
  private static final int MIN_HELP = 55;

  /** Longer lines are hard to read. */
  private static final int MAX_HELP = 100;

  @Spec private @Nullable CommandSpec spec;

  private Main() {}

  /**
   * Starts the example named by the first argument, or lists the examples when there is none.
   *
   * @param args name of the example, then its options
   */
  public static void main(String[] args) {
    LIBRARY.setLevel(Level.WARNING);
    int status = commandLine().setOut(Terminal.output()).execute(args);
    if (status == 0) {
      StartArchive.writeIfAsked();
    }
    System.exit(status);
  }

  /** {@return the command line, which shows expected failures as one line} */
  public static CommandLine commandLine() {
    var line = new CommandLine(new Main());
    for (var command : commands()) {
      addVersion(command);
      line.addSubcommand(command.getCommandName(), command);
    }
    ServiceLoader.load(ApartCommand.class).forEach(found -> replace(line, found));
    HelpLook.apply(line);
    return line.setUsageHelpWidth(Math.clamp(Terminal.columns(), MIN_HELP, MAX_HELP))
        .setExecutionExceptionHandler((failure, command, _) -> {
          if (failure instanceof ClosedOutputException) {
            return ClosedOutputException.EXIT_CODE;
          }
          if (failure instanceof CambricException || failure instanceof IOException) {
            command.getErr().println(command.getCommandName() + ": " + failure.getMessage());
            return command.getCommandSpec().exitCodeOnExecutionException();
          }
          throw failure;
        });
  }

  /** Gives the version to a command without one, and to those below it. */
  private static void addVersion(CommandLine command) {
    if (command.getCommandSpec().versionProvider() == null) {
      command.getCommandSpec().versionProvider(new Version());
    }
    command.getSubcommands().values().forEach(Main::addVersion);
  }

  /** {@return all commands, in the order of the list} */
  private static List<CommandLine> commands() {
    return List.of(
        DigitsExample.COMMAND.commandLine(),
        MnistExample.COMMAND.commandLine(),
        EmbedExample.COMMAND.commandLine(),
        GptExample.COMMAND.commandLine(),
        ResNetExample.COMMAND.commandLine(),
        VaeExample.COMMAND.commandLine(),
        DiffusionExample.COMMAND.commandLine(),
        Seq2SeqExample.COMMAND.commandLine(),
        PpoExample.COMMAND.commandLine(),
        TabularExample.COMMAND.commandLine(),
        SweepExample.COMMAND.commandLine(),
        EnsembleExample.COMMAND.commandLine(),
        PinnExample.COMMAND.commandLine(),
        ReversibleExample.COMMAND.commandLine(),
        DeepExample.COMMAND.commandLine(),
        RaggedExample.COMMAND.commandLine(),
        ServeExample.COMMAND.commandLine(),
        new CommandLine(new SparkDigitsCommand()),
        new CommandLine(new GalleryCommand()),
        new CommandLine(new BenchCommand()),
        new CommandLine(new RivalsCommand()),
        new CommandLine(new DepsCommand()),
        new CommandLine(new JShellCommand()));
  }

  /** Puts a command that was built apart into the place of the one that the list shows. */
  private static void replace(CommandLine line, ApartCommand found) {
    var names = found.path();
    var around = line;
    for (var name : names.subList(0, names.size() - 1)) {
      around = Objects.requireNonNull(around.getSubcommands().get(name), name);
    }
    around.getCommandSpec().removeSubcommand(names.getLast());
    around.addSubcommand(names.getLast(), found);
  }

  @Override
  public void run() {
    var command = Objects.requireNonNull(spec).commandLine();
    command.usage(command.getOut());
  }
}
