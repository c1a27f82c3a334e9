package io.cambric.serialization;

import io.cambric.errors.DataException;

/**
 * Options of reading and writing.
 *
 * @param maxChunkBytes the size above which an array is written in chunks, in bytes; the largest
 *     size of a chunk
 * @param maxBytes the largest file or array of bytes that is read, in bytes
 */
public record SerializationOptions(long maxChunkBytes, long maxBytes) {

  /** Chunks of 1 GiB, as {@code MAX_CHUNK_SIZE} of Flax, and no limit to what is read. */
  public static final SerializationOptions DEFAULT =
      new SerializationOptions(1L << 30, Long.MAX_VALUE);

  /**
   * Checks the sizes.
   *
   * @throws DataException if a size is not positive
   */
  public SerializationOptions {
    requirePositive("maxChunkBytes", maxChunkBytes);
    requirePositive("maxBytes", maxBytes);
  }

  private static void requirePositive(String name, long bytes) {
    if (bytes < 1) {
      throw new DataException(
          "SerializationOptions needs %s of at least 1, but got %d. Give a number of bytes."
              .formatted(name, bytes));
    }
  }

  /** {@return the options with another size of chunks} */
  public SerializationOptions withMaxChunkBytes(long bytes) {
    return new SerializationOptions(bytes, maxBytes);
  }

  /** {@return the options with another limit to what is read} */
  public SerializationOptions withMaxBytes(long bytes) {
    return new SerializationOptions(maxChunkBytes, bytes);
  }
}
