package io.cambric.file.support;

import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file under a name of its own until it is complete; mutable, for one thread.
 *
 * <p>Its writer holds a lock on it, which the system takes back when the process ends. So whoever
 * gets the lock knows that the writer is gone, in whichever process or container it was, and may
 * remove the file. Names are drawn and never used again: the lock of a file is that of its name.
 */
public final class PendingFile implements Closeable {

  private static final String SUFFIX = ".unfinished";

  /** The byte that is locked, past all content, as some systems let nobody read locked bytes. */
  private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

  /**
   * Names of those that this process writes. A lock is one of the process, and is lost when the
   * process closes the file elsewhere, so nobody here opens these.
   */
  private static final Set<String> OURS = ConcurrentHashMap.newKeySet();

  private static final System.Logger LOG = System.getLogger("io.cambric.io");

  private final Path path;
  private final FileChannel channel;

  private PendingFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** Makes one in the folder of a file, named after it, with the permissions of new files. */
  public static PendingFile beside(Path file) throws IOException {
    while (true) {
      var made = tryBeside(file);
      if (made != null) {
        return made;
      }
    }
  }

  /** {@return one; null if its name is taken, or it was removed before it could be locked} */
  private static @Nullable PendingFile tryBeside(Path file) throws IOException {
    var draw = Long.toUnsignedString(ThreadLocalRandom.current().nextLong());
    var path = file.resolveSibling("." + file.getFileName() + draw + SUFFIX);
    OURS.add(name(path));
    try {
      var channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      var made = new PendingFile(path, channel);
      if (made.isOurs()) {
        return made;
      }
      made.close();
      return null;
    } catch (FileAlreadyExistsException e) {
      OURS.remove(name(path));
      return null;
    } catch (IOException e) {
      OURS.remove(name(path));
      throw e;
    }
  }

  private boolean isOurs() {
    try {
      return lock(channel) != null && Files.exists(path);
    } catch (IOException e) {
      // Without locks in this file system nobody gets one to remove the file either.
      return true;
    }
  }

  /** {@return the lock; null if somebody else has it} */
  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock(LOCKED_BYTE, 1, false);
    } catch (OverlappingFileLockException e) {
      // This library, loaded by another class loader of the process, has it.
      return null;
    }
  }

  /** {@return where it is} */
  public Path path() {
    return path;
  }

  /** {@return what it is written to} */
  public FileChannel channel() {
    return channel;
  }

  /** Removes the file, unless it has taken the place of another. */
  @Override
  public void close() throws IOException {
    try (channel) {
      Files.deleteIfExists(path);
    } finally {
      OURS.remove(name(path));
    }
  }

  /**
   * Removes those of a folder whose writers are gone.
   *
   * <p>One that cannot be removed stays, as it is no reason not to write another.
   *
   * @param names a regular expression for the files that they were to become
   */
  public static void sweep(Path folder, String names) {
    var pattern = Pattern.compile("\\.(?:%s)\\d+%s".formatted(names, Pattern.quote(SUFFIX)));
    try (var files =
        Files.newDirectoryStream(folder, file -> pattern.matcher(name(file)).matches())) {
      for (var file : files) {
        removeIfLeft(file);
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.log(Level.DEBUG, () -> "%s cannot be searched for unfinished files".formatted(folder), e);
    }
  }

  private static void removeIfLeft(Path file) {
    if (OURS.contains(name(file)) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        var lock = lock(channel)) {
      if (lock != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> "%s cannot be removed".formatted(file), e);
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
