package io.cambric.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Processes that this one starts and waits for. */
final class Child {

  static final boolean IS_WINDOWS = File.separatorChar == '\\';

  private static final String COLUMNS = "COLUMNS";

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private Child() {}

  /** {@return the words of an environment variable, divided by blanks} */
  static List<String> words(String variable) {
    return Arrays.stream(text(variable).split("\\s+")).filter(word -> !word.isEmpty()).toList();
  }

  /** {@return an environment variable; empty where it is not set} */
  static String text(String variable) {
    return System.getenv().getOrDefault(variable, "");
  }

  /** {@return the program of this JVM} */
  static String java() {
    return String.join(File.separator, System.getProperty("java.home"), "bin", "java");
  }

  /** {@return the exit status of a process that reads and writes the terminal of this one} */
  static int awaitWithTerminal(ProcessBuilder builder) throws IOException, InterruptedException {
    // Java does not see how wide the terminal is.
    var columns = columns();
    columns.ifPresent(number -> builder.environment().put(COLUMNS, number));
    return await(builder.inheritIO());
  }

  /** {@return the exit status of a process, which ends with this one at the latest} */
  static int await(ProcessBuilder builder) throws IOException, InterruptedException {
    var process = builder.start();
    var end = new Thread(() -> end(process));
    Runtime.getRuntime().addShutdownHook(end);
    int status = process.waitFor();
    try {
      Runtime.getRuntime().removeShutdownHook(end);
    } catch (IllegalStateException e) {
      // Both processes were asked to end, and the status says so.
    }
    return status;
  }

  private static void end(Process process) {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isTerminal() {
    var console = System.console();
    return console != null && console.isTerminal();
  }

  /** {@return the columns of the terminal; none if they are known, or output is a file} */
  private static Optional<String> columns() throws IOException, InterruptedException {
    // On Windows the command knows the width where output is a file, too.
    if (!text(COLUMNS).isEmpty() || IS_WINDOWS && !isTerminal()) {
      return Optional.empty();
    }
    // The output of this process is where the size is asked for, so the answer comes as an error.
    var command =
        IS_WINDOWS
            ? List.of("cmd", "/c", "mode con 1>&2")
            : List.of("sh", "-c", "[ -t 1 ] && stty size <&1 >&2");
    var question =
        new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.INHERIT).start();
    question.getOutputStream().close();
    var answer = new String(question.getErrorStream().readAllBytes(), Charset.defaultCharset());
    if (question.waitFor() != 0) {
      return Optional.empty();
    }
    // Both commands answer with lines, then columns.
    return NUMBER.matcher(answer).results().map(found -> found.group()).skip(1).findFirst();
  }
}
