package io.cambric.examples.console;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** The command of an example; mutable, for one command line. */
public final class ExampleCommand implements Callable<Integer> {

  private final ExampleProgram example;
  private final Body body;
  private @Nullable CommandLine line;

  /** The program of an example. */
  @FunctionalInterface
  public interface Body {

    /**
     * Runs the example.
     *
     * @param run its options, its output and its report
     * @throws IOException if something cannot be read or written
     * @throws InterruptedException if the thread is interrupted
     */
    void run(ExampleRun run) throws IOException, InterruptedException;
  }

  ExampleCommand(ExampleProgram example, Body body) {
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
  public Integer call() throws IOException, InterruptedException {
    var spec = Objects.requireNonNull(line).getCommandSpec();
    example.check(spec);
    try (var run = new ExampleRun(spec)) {
      body.run(run);
      return run.status();
    }
  }
}
