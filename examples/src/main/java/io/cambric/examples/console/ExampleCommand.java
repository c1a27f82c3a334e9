package io.cambric.examples.console;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** The command of an example of one file; mutable, for one command line. */
public final class ExampleCommand implements Callable<Integer> {

  private final Example example;
  private final Body body;
  private @Nullable CommandLine line;

  /** The program of an example. */
  @FunctionalInterface
  public interface Body {

    /**
     * Runs the example.
     *
     * @param run its options, its output and its report
     */
    void run(ExampleRun run);
  }

  ExampleCommand(Example example, Body body) {
    this.example = example;
    this.body = body;
  }

  /** {@return a new command line} */
  public CommandLine commandLine() {
    var command = new ExampleCommand(example, body);
    var made = example.commandLine(command);
    command.line = made;
    return made;
  }

  @Override
  public Integer call() {
    var spec = Objects.requireNonNull(line).getCommandSpec();
    example.check(spec);
    try (var run = new ExampleRun(spec)) {
      body.run(run);
    }
    return 0;
  }
}
