package io.cambric.file.support;

import io.cambric.errors.DataException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * How many bytes packed content may become, all of its members together: the larger of 64 MiB and a
 * hundred times its packed size, unless a caller says another number. Every reader that unpacks
 * asks here, so that a small file of others cannot fill the memory.
 *
 * @param chosen the number of a caller; {@link #BY_SIZE} for none
 * @param option the call that says another number, as messages show it
 */
public record UnpackLimit(long chosen, String option) {

  /** In place of a number that a caller has chosen. */
  public static final long BY_SIZE = -1;

  /** A limit below it would only be in the way. */
  private static final long LEAST = 1L << 26;

  private static final long RATIO = 100;

  /** A byte of the deflate format gives at most as many. */
  private static final long DEFLATE_RATIO = 1032;

  /** {@return the limit that follows from the size of the content} */
  public static UnpackLimit bySize(String option) {
    return new UnpackLimit(BY_SIZE, option);
  }

  /** {@return whether a caller has chosen the number} */
  public boolean isChosen() {
    return chosen >= 0;
  }

  /**
   * {@return the most bytes that content may become}
   *
   * @param packed its size in bytes
   */
  public long bytes(long packed) {
    return isChosen() ? chosen : Math.max(LEAST, times(packed, RATIO));
  }

  /**
   * {@return the most bytes that data in the deflate format can become, whatever their header
   * states}
   */
  public static long possible(long packed) {
    return times(packed, DEFLATE_RATIO);
  }

  private static long times(long packed, long ratio) {
    return packed > Long.MAX_VALUE / ratio ? Long.MAX_VALUE : ratio * packed;
  }

  /**
   * Refuses content that becomes larger.
   *
   * @param name of the content, as the message begins with it
   * @param packed its size in bytes
   * @param unpacked the size that it becomes, in bytes, as far as it is known
   * @throws DataException if that is above the limit
   */
  public void require(String name, long packed, long unpacked) {
    if (unpacked > bytes(packed)) {
      throw new DataException(
          "%s must unpack to at most %d bytes, but its %d bytes unpack to %d or more. If you trust it, raise the limit: %s."
              .formatted(name, bytes(packed), packed, unpacked, option));
    }
  }

  /**
   * {@return a stream that refuses to give more than the limit}
   *
   * @param unpacked gives the content as it becomes
   */
  public InputStream bounded(InputStream unpacked, String name, long packed) {
    return new FilterInputStream(unpacked) {

      private long given;

      @Override
      public int read() throws IOException {
        int read = in.read();
        count(read < 0 ? 0 : 1);
        return read;
      }

      @Override
      public int read(byte[] to, int at, int count) throws IOException {
        int read = in.read(to, at, count);
        count(Math.max(0, read));
        return read;
      }

      @Override
      public long skip(long count) throws IOException {
        long skipped = in.skip(count);
        count(skipped);
        return skipped;
      }

      private void count(long bytes) {
        given += bytes;
        require(name, packed, given);
      }
    };
  }
}
