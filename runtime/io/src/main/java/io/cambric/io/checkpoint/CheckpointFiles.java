package io.cambric.io.checkpoint;

import io.cambric.errors.DataException;
import io.cambric.file.support.Folders;
import io.cambric.file.support.PendingFile;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The files of checkpoints in a folder, recognised by their names.
 *
 * @param folder of the checkpoints, which may be missing
 * @param prefix of the names
 */
record CheckpointFiles(Path folder, String prefix) {

  static final String SUFFIX = ".safetensors";

  Path file(long step) {
    return folder.resolve(prefix + step + SUFFIX);
  }

  /** {@return the steps with files, ascending; none if there is no folder} */
  List<Long> steps() {
    var name = Pattern.compile(names());
    var steps = new ArrayList<Long>();
    try (var files = Files.newDirectoryStream(folder)) {
      for (var file : files) {
        var matcher = name.matcher(file.getFileName().toString());
        if (matcher.matches() && !Files.isDirectory(file)) {
          step(matcher.group(1)).ifPresent(steps::add);
        }
      }
    } catch (NoSuchFileException e) {
      // Such as a link to an unmounted disk, which may well contain checkpoints.
      if (Folders.isBehindBrokenLink(folder)) {
        throw cannot("be listed", folder, e);
      }
      return List.of();
    } catch (IOException | DirectoryIteratorException e) {
      throw cannot("be listed", folder, e);
    }
    steps.sort(null);
    return List.copyOf(steps);
  }

  /** {@return a pattern for the names of saved files, with the digits as a group} */
  private String names() {
    return "%s(0|[1-9]\\d{0,18})%s".formatted(Pattern.quote(prefix), Pattern.quote(SUFFIX));
  }

  /** {@return the step of up to 19 digits; empty if they exceed a long} */
  private static Optional<Long> step(String digits) {
    try {
      return Optional.of(Long.valueOf(digits));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Creates the folder and its parents. */
  void makeFolder() {
    try {
      Folders.make(folder);
    } catch (IOException e) {
      throw cannot("be made", folder, e);
    }
  }

  /** Removes unfinished files of killed processes. */
  void sweep() {
    PendingFile.sweep(folder, names());
  }

  void remove(long step) {
    try {
      Files.deleteIfExists(file(step));
    } catch (IOException e) {
      throw cannot("be removed", file(step), e);
    }
  }

  private static DataException cannot(String what, Path path, Exception cause) {
    return new DataException(
        "%s cannot %s: %s. Checkpoints need a readable and writable folder, or one that does not exist yet."
            .formatted(path, what, cause),
        cause);
  }
}
