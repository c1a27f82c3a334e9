package io.cambric.file.support;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** Folders whose entries are on the disk, and not only in the memory of the system. */
public final class Folders {

  private Folders() {}

  /** Makes a folder, and those above it that are missing. */
  public static void make(Path folder) throws IOException {
    var changed = new ArrayList<Path>();
    var absolute = folder.toAbsolutePath();
    for (var each = absolute; each != null && Files.notExists(each); each = each.getParent()) {
      changed.add(each.getParent());
    }
    Files.createDirectories(absolute);
    for (var each : changed) {
      force(each);
    }
  }

  /** {@return whether a path, or one above it, is a symbolic link to nothing} */
  public static boolean isBehindBrokenLink(Path path) {
    for (var each = path.toAbsolutePath(); each != null; each = each.getParent()) {
      if (Files.isSymbolicLink(each) && !Files.exists(each)) {
        return true;
      }
    }
    return false;
  }

  /** Waits until the names of a folder's files are on the disk, where the system supports that. */
  public static void force(Path folder) throws IOException {
    try (var channel = opened(folder)) {
      if (channel != null) {
        channel.force(true);
      }
    }
  }

  /** {@return the folder as a file; null where there is no such thing, or it may not be read} */
  private static @Nullable FileChannel opened(Path folder) {
    try {
      return FileChannel.open(folder);
    } catch (IOException e) {
      return null;
    }
  }
}
