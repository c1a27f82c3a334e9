package io.cambric.benchmarks.sweep;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** A peer whose answer to a case is chosen by rules: {@code name REGEX=ANSWER ...}. */
public final class EchoPeer {

  private EchoPeer() {}

  /** {@return the command that starts this peer in a JVM such as this one} */
  public static String command(String... arguments) {
    var java = ProcessHandle.current().info().command().orElse("java");
    var command =
        new StringBuilder(
            "\"%s\" -cp \"%s\" %s"
                .formatted(java, System.getProperty("java.class.path"), EchoPeer.class.getName()));
    for (var argument : arguments) {
      command.append(" \"").append(argument).append('"');
    }
    return command.toString();
  }

  /**
   * Answers lines.
   *
   * @param arguments the name, and rules of a pattern of the line and the answer; the answer {@code
   *     end} ends the process
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments[0].equals("end")) {
      return;
    }
    System.out.println(arguments[0] + " on " + System.getenv(PeerProcess.THREADS));
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = lines.readLine()) != null; ) {
      var answer = answer(line, arguments);
      if (answer.equals("end")) {
        return;
      }
      System.out.println(answer);
    }
  }

  private static String answer(String line, String[] arguments) {
    for (int i = 1; i < arguments.length; i++) {
      var rule = arguments[i].split("=");
      if (Pattern.compile(rule[0]).matcher(line).find()) {
        return rule[1];
      }
    }
    return "none";
  }
}
