package io.cambric.examples.console;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/**
 * A run of a command, with all that it printed.
 *
 * @param status the exit code
 * @param output of the command
 * @param errors of the command and of its exceptions
 */
public record CommandRun(int status, String output, String errors) {

  /** {@return a run with arguments, which ends before this returns} */
  public static CommandRun of(Callable<Integer> command, Object... arguments) {
    return of(new CommandLine(command), arguments);
  }

  /** {@return a run of a command line with arguments, which ends before this returns} */
  public static CommandRun of(CommandLine command, Object... arguments) {
    var output = new StringWriter();
    var errors = new StringWriter();
    int status =
        command
            .setOut(new PrintWriter(output, true))
            .setErr(new PrintWriter(errors, true))
            .setExecutionExceptionHandler((failure, line, _) -> {
              line.getErr().println(failure.getMessage());
              return 1;
            })
            .execute(List.of(arguments).stream().map(String::valueOf).toArray(String[]::new));
    return new CommandRun(status, output.toString(), errors.toString());
  }

  /** {@return the lines of the output} */
  public List<String> lines() {
    return output.lines().toList();
  }
}
