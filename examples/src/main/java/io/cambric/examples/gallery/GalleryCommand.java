package io.cambric.examples.gallery;

import io.cambric.examples.Version;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ./run gallery}: starts a training of the gallery, or lists the trainings. */
@Command(
    name = "gallery",
    description = "Runs an example of Optax's gallery; without a name, lists the examples.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class GalleryCommand implements Callable<Integer> {

  // The name is found in call(): picocli reports a name that its converter refuses as unmatched.
  @Parameters(arity = "0..1", paramLabel = "NAME", description = "Which training.")
  private @Nullable String name;

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public GalleryCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec).commandLine();
    if (name == null) {
      for (var each : GalleryTraining.values()) {
        command.getOut().printf("  %-15s %s%n", each.title(), each.description());
      }
      return 0;
    }
    GalleryTraining.named(name)
        .orElseThrow(() ->
            new ParameterException(
                command,
                "Invalid value for positional parameter at index 0 (NAME): there is no training named \"%s\"; choose one of %s."
                    .formatted(name, GalleryTraining.titles())))
        .run();
    return 0;
  }
}
