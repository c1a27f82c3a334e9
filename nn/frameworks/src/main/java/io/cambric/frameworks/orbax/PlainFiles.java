package io.cambric.frameworks.orbax;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Folders of files. */
final class PlainFiles {

  /** Folders of an array, and the folders of its chunks where indices are names of folders. */
  private static final int MAX_DEPTH = 40;

  private PlainFiles() {}

  /** {@return the files of a folder, each of which is a value under its path} */
  static KeyValues keyValues(Path folder) {
    var places = new TreeMap<String, ValuePlace>();
    // Links lead to files of a cache.
    try (var files = Files.walk(folder, MAX_DEPTH, FileVisitOption.FOLLOW_LINKS)) {
      files
          .filter(Files::isRegularFile)
          .forEach(file -> places.put(key(folder, file), new ValuePlace.WholeFile(file)));
    } catch (IOException | UncheckedIOException e) {
      throw unlisted(folder, e);
    }
    return new KeyValues(folder, places);
  }

  private static String key(Path folder, Path file) {
    var names = new ArrayList<String>();
    folder.relativize(file).forEach(name -> names.add(name.toString()));
    return String.join("/", names);
  }

  /** {@return the folders in a folder, in the order of their names} */
  static List<Path> folders(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isDirectory)
          .sorted(Comparator.comparing(file -> file.getFileName().toString()))
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw unlisted(folder, e);
    }
  }

  private static DataException unlisted(Path folder, Exception cause) {
    return new DataException(
        "Folder %s cannot be listed: %s. Check its permissions and links."
            .formatted(folder, cause.getMessage()),
        cause);
  }
}
