package io.cambric.frameworks.hdf5;

import io.cambric.errors.DataException;
import java.lang.foreign.MemorySegment;

/**
 * The bytes of an HDF5 file, from which all structures are taken as sections. Mutable, for one
 * thread.
 *
 * <p>Sections together may be a few times as long as the file. Structures of a sound file do not
 * overlap, so only a malformed file has more, and reading it ends.
 */
final class Hdf5Content {

  /** The result of {@link Hdf5Section#address} for a structure that the file does not have. */
  static final long UNDEFINED = -1;

  private static final long TIMES = 8;
  private static final long LEAST = 1 << 16;

  private final String file;
  private final MemorySegment bytes;
  private long budget;

  /**
   * Begins with the whole of a file.
   *
   * @param file the name for messages
   */
  Hdf5Content(String file, MemorySegment bytes) {
    this.file = file;
    this.bytes = bytes;
    this.budget = LEAST + TIMES * bytes.byteSize();
  }

  long size() {
    return bytes.byteSize();
  }

  /**
   * {@return the bytes from an address on}
   *
   * @param what the structure, with its article, for messages
   * @throws DataException if the file does not have them
   */
  Hdf5Section section(long address, long length, String what) {
    requireWithin(address, length, what);
    spend(length, what);
    return new Hdf5Section(this, bytes.asSlice(address, length), what);
  }

  /** Counts bytes that are read, and refuses more than a sound file has. */
  void spend(long length, String what) {
    budget -= length;
    if (budget < 0) {
      throw malformed("its structures overlap, the last one is " + what);
    }
  }

  /** Refuses an address range that the file does not have. */
  void requireWithin(long address, long length, String what) {
    if (address < 0 || length < 0 || address > size() || length > size() - address) {
      throw malformed(
          "%s would have %s bytes from byte %s on, but the file has %d"
              .formatted(
                  what, Long.toUnsignedString(length), Long.toUnsignedString(address), size()));
    }
  }

  /** {@return the exception for a file that is not a sound HDF5 file} */
  DataException malformed(String what) {
    return malformed(file, what);
  }

  static DataException malformed(String file, String what) {
    return new DataException(
        "%s is not a valid HDF5 file: %s. Fetch or write it again.".formatted(file, what));
  }

  /**
   * {@return the exception for a part of HDF5 that is not read}
   *
   * @param what a noun with its article
   */
  DataException unsupported(String what) {
    return new DataException(
        "%s must be an HDF5 file as Keras writes it, but has %s. Save the weights again with Keras, or copy them with h5py."
            .formatted(file, what));
  }
}
