package io.cambric.serialization;

import io.cambric.errors.DataException;

/**
 * Options of reading and writing.
 *
 * @param maxChunkBytes the maximum size of a chunk in bytes; larger arrays are written in chunks
 * @param maxBytes the maximum size of a file or byte array to read, in bytes
 */
public record SerializationOptions(long maxChunkBytes, long maxBytes) {

  /** Chunks of 1 GiB, as {@code MAX_CHUNK_SIZE} of Flax, and no limit for reading. */
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

  /** {@return the options with another limit for reading} */
  public SerializationOptions withMaxBytes(long bytes) {
    return new SerializationOptions(maxChunkBytes, bytes);
  }
}
