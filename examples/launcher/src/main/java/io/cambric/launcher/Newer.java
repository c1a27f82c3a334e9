package io.cambric.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;

/** Comparison of the times of files. */
final class Newer {

  private Newer() {}

  /**
   * {@return whether a file or folder is newer than another file}
   *
   * @param paths with all that they hold; a folder is newer, too, when a file in it was removed
   */
  static boolean isIn(List<Path> paths, Path than) throws IOException {
    var time = Files.getLastModifiedTime(than);
    for (var path : paths) {
      try (var all = Files.walk(path)) {
        if (all.anyMatch(each -> isAfter(each, time))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isAfter(Path path, FileTime time) {
    try {
      return Files.getLastModifiedTime(path).compareTo(time) > 0;
    } catch (IOException e) {
      // It was removed meanwhile, which is a change.
      return true;
    }
  }
}
