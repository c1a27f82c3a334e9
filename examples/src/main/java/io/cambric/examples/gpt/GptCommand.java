package io.cambric.examples.gpt;

import io.cambric.examples.Version;
import io.cambric.examples.console.OptionChecks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ./run gpt}: trains a GPT on a text, and lets it write. */
@Command(
    name = "gpt",
    description = "Trains a GPT with a byte-pair tokenizer on a text, and lets it write.",
    subcommands = SampleCommand.class,
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class GptCommand implements Callable<Integer> {

  @Option(
      names = "--text",
      paramLabel = "FILE",
      description = "Text to learn from, in UTF-8; without it, the pages of Cambric.")
  private @Nullable Path text;

  @Mixin private final GptOptions options = new GptOptions();

  @Mixin private final SamplingOptions sampling = new SamplingOptions();

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public GptCommand() {}

  @Override
  public Integer call() throws IOException {
    var command = Objects.requireNonNull(spec);
    var checks = new OptionChecks(command);
    options.check(checks);
    sampling.check(checks);
    new GptTraining(options, command.commandLine().getOut())
        .run(text == null ? TextFile.builtIn() : TextFile.read(text), sampling);
    return 0;
  }
}
