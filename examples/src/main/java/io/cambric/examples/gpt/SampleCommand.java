package io.cambric.examples.gpt;

import io.cambric.examples.Version;
import io.cambric.examples.console.OptionChecks;
import io.cambric.models.generate.PretrainedDecoder;
import io.cambric.numpy.Key;
import io.cambric.text.Tokenizer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ./run gpt sample}: lets a saved GPT-2, Llama or Mistral write. */
@Command(
    name = "sample",
    description = "Generates text by a GPT-2, Llama or Mistral of a folder.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class SampleCommand implements Callable<Integer> {

  @Option(
      names = "--model",
      paramLabel = "DIR",
      required = true,
      description = "Folder with config.json, weights as safetensors, and tokenizer.json.")
  private @Nullable Path model;

  @Option(names = "--seed", description = "Seed of the texts.")
  private long seed = 1;

  @Mixin private final SamplingOptions options = new SamplingOptions();

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public SampleCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec);
    options.check(new OptionChecks(command));
    var folder = Objects.requireNonNull(model);
    var decoder = PretrainedDecoder.read(folder);
    var tokenizer = Tokenizer.read(folder.resolve("tokenizer.json"));
    new TextSampler(decoder.generator(), decoder.variables(), tokenizer, decoder.bosTokenId())
        .print(options, Key.of(seed), command.commandLine().getOut());
    return 0;
  }
}
