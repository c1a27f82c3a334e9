package io.cambric.file.support;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.util.function.Supplier;

/** Files in memory of the system, not in the heap, for as long as something refers to them. */
public final class MappedFile {

  private MappedFile() {}

  /**
   * {@return the content of a file, read-only}
   *
   * @throws IOException if the system cannot map it
   */
  public static MemorySegment of(FileChannel file) throws IOException {
    return file.map(FileChannel.MapMode.READ_ONLY, 0, file.size(), Arena.ofAuto());
  }

  /**
   * {@return what a function makes of bytes that may be those of a file}
   *
   * @param name of what is read, as the message begins with it
   * @throws DataException if the file has become shorter since
   */
  public static <T> T read(String name, Supplier<T> function) {
    try {
      return function.get();
    } catch (InternalError e) {
      // The virtual machine throws it for a mapped page that is no longer there.
      throw new DataException(
          "%s cannot be read: it was truncated while in use. Read the model again.".formatted(name),
          e);
    }
  }
}
