package io.cambric.frameworks.orbax;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** The folder of a tree of arrays, which may lie below the folders of a manager and of a step. */
final class OrbaxFolder {

  static final String METADATA = "_METADATA";

  static final String MANIFEST = "manifest.ocdbt";

  /** The name of a step; folders that are not complete have longer names. */
  private static final Pattern STEP = Pattern.compile("(?:.*_)?(\\d{1,18})");

  private OrbaxFolder() {}

  /**
   * {@return the folder of a tree of arrays}
   *
   * @param path the folder itself, one of a step with one tree, or one of a manager, whose newest
   *     step is taken
   * @throws DataException if it is none of these
   */
  static Path of(Path path) {
    if (Files.isRegularFile(path)) {
      throw new DataException(
          "A checkpoint of Orbax is a folder, but %s is a file. Read it with FlaxMsgpackFile if flax.serialization wrote it."
              .formatted(path));
    }
    if (!Files.isDirectory(path)) {
      throw new DataException(
          "Folder %s does not exist, so it is no checkpoint of Orbax. Pass the folder that Orbax wrote."
              .formatted(path));
    }
    if (isTree(path)) {
      return path;
    }
    var newest =
        PlainFiles.folders(path).stream()
            .filter(folder -> step(folder) >= 0)
            .max(Comparator.comparingLong(OrbaxFolder::step));
    return newest.map(step -> isTree(step) ? step : onlyTree(step)).orElseGet(() -> onlyTree(path));
  }

  private static long step(Path folder) {
    var name = STEP.matcher(folder.getFileName().toString());
    return name.matches() ? Long.parseLong(name.group(1)) : -1;
  }

  private static boolean isTree(Path folder) {
    return Files.exists(folder.resolve(METADATA))
        || Files.exists(folder.resolve(MANIFEST))
        || PlainFiles.folders(folder).stream()
            .anyMatch(array -> Files.exists(array.resolve(KeyValues.HEADER)));
  }

  private static Path onlyTree(Path step) {
    List<Path> trees = PlainFiles.folders(step).stream().filter(OrbaxFolder::isTree).toList();
    if (trees.isEmpty()) {
      throw new DataException(
          "Folder %s is no checkpoint of Orbax: neither it nor a folder in it has the file %s or %s, or folders of arrays. Pass the folder that Orbax wrote."
              .formatted(step, METADATA, MANIFEST));
    }
    if (trees.size() > 1) {
      throw new DataException(
          "Folder %s has several trees of arrays: %s. Pass one of these folders."
              .formatted(step, Quoted.of(trees.stream().map(Path::getFileName).toList())));
    }
    return trees.getFirst();
  }
}
