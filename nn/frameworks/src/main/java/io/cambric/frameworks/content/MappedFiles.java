package io.cambric.frameworks.content;

import io.cambric.errors.DataException;
import io.cambric.file.support.InputFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Files that are mapped into memory as long as one object is open; mutable, and for many threads.
 */
public final class MappedFiles implements AutoCloseable {

  private final String kind;
  private final Arena arena = Arena.ofShared();
  private final Map<Path, MemorySegment> files = new HashMap<>();

  /**
   * No file yet.
   *
   * @param kind of the files, with its article, as in {@code "a safetensors file"}
   */
  public MappedFiles(String kind) {
    this.kind = kind;
  }

  /**
   * {@return the content of a file, read-only}
   *
   * @throws DataException if the file is missing, no regular file, or cannot be read
   */
  public synchronized MemorySegment of(Path file) {
    var known = files.get(file);
    if (known != null) {
      return known;
    }
    var mapped = InputFile.read(file, kind, this::mapped);
    files.put(file, mapped);
    return mapped;
  }

  private MemorySegment mapped(FileChannel file) throws IOException {
    return file.map(MapMode.READ_ONLY, 0, file.size(), arena);
  }

  /**
   * {@return what a function makes of the content of files}
   *
   * @param what is read, as the subject of messages
   * @throws DataException if the files are closed, or one has become shorter
   */
  public <T> T read(String what, Supplier<T> function) {
    try {
      return function.get();
    } catch (IllegalStateException e) {
      if (isOpen()) {
        throw e;
      }
      throw new DataException(
          "%s cannot be read after close(). Read arrays before.".formatted(what), e);
    } catch (InternalError e) {
      // This is how the JVM reports a page that is no longer in the file.
      throw new DataException(
          "%s cannot be read: the file was truncated or its disk failed. Do not change files while they are open."
              .formatted(what),
          e);
    }
  }

  private boolean isOpen() {
    return arena.scope().isAlive();
  }

  /** Closes all of them. */
  @Override
  public void close() {
    if (isOpen()) {
      arena.close();
    }
  }
}
