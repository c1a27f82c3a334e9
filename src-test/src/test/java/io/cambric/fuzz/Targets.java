package io.cambric.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The readers, in the order of the report. */
final class Targets {

  private Targets() {}

  /**
   * {@return all targets}
   *
   * @param folder where readers of files get their inputs
   */
  static List<FuzzTarget> all(Path folder) throws IOException {
    return Stream.of(
            ArrayTargets.all(folder),
            ModelTargets.all(),
            TextTargets.all(),
            DataTargets.all(),
            FolderTargets.all(folder))
        .flatMap(List::stream)
        .toList();
  }
}
