package io.cambric.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A new folder for the files of a benchmark, removed with all of them; for one thread. */
record WorkFolder(Path path) implements AutoCloseable {

  /** {@return a folder where the system has its temporary files} */
  static WorkFolder create() throws IOException {
    return new WorkFolder(Files.createTempDirectory("cambric-bench"));
  }

  /** {@return the path of a file in the folder} */
  Path file(String name) {
    return path.resolve(name);
  }

  @Override
  public void close() throws IOException {
    try (var files = Files.list(path)) {
      for (var file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(path);
  }
}
