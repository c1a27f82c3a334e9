package io.cambric.flax.lifecycle;

import io.cambric.numpy.Key;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Rngs;
import io.cambric.scope.Scopes;
import io.cambric.scope.Variables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A process that draws keys in a JVM of its own, as the separator is fixed when a JVM starts. */
final class KeysProcess {

  private KeysProcess() {}

  /** {@return the first key of stream {@code params} at each path, in a JVM with a flag} */
  static List<String> words(String flag, String... paths) throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                flag,
                "-cp",
                System.getProperty("java.class.path"),
                KeysProcess.class.getName()));
    command.addAll(List.of(paths));
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    if (process.waitFor() != 0) {
      throw new IllegalStateException("the JVM with " + flag + " failed after " + lines);
    }
    return lines;
  }

  /**
   * Prints the words of keys.
   *
   * @param paths names with slashes between them; empty for the root
   */
  public static void main(String[] paths) {
    var root = Scopes.bind(Variables.empty(), CollectionFilter.all(), Rngs.of(Key.of(0)));
    for (var path : paths) {
      var scope = root;
      for (var name : path.isEmpty() ? List.<String>of() : List.of(path.split("/"))) {
        scope = scope.push(name);
      }
      System.out.println(
          VariableDefinitions.words(scope.makeRng("params")).stream()
              .map(Object::toString)
              .collect(Collectors.joining(" ")));
    }
  }
}
