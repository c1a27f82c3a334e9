package io.cambric.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The commit that the classes of this process were built from. */
final class Commit {

  private static final String UNKNOWN = "unknown";

  private Commit() {}

  /** {@return the commit of the repository that holds the build of the examples, or "unknown"} */
  static String ofThisBuild() throws InterruptedException {
    var source = Commit.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      return UNKNOWN;
    }
    var folder = Path.of(URI.create(source.getLocation().toString())).getParent();
    return folder == null ? UNKNOWN : of(folder);
  }

  /**
   * {@return the commit of the repository around a folder, with {@code -dirty} after it where files
   * differ from it; "unknown" without a repository, or without Git}
   */
  static String of(Path folder) throws InterruptedException {
    try {
      var process =
          new ProcessBuilder("git", "describe", "--always", "--dirty", "--exclude=*")
              .directory(folder.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (var lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        var commit = lines.readLine();
        return process.waitFor() == 0 && commit != null ? commit : UNKNOWN;
      }
    } catch (IOException e) {
      // A machine without Git measures as well.
      return UNKNOWN;
    }
  }
}
