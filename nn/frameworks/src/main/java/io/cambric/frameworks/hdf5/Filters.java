package io.cambric.frameworks.hdf5;

import io.cambric.file.support.UnpackLimit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The filters through which each chunk of a dataset went.
 *
 * @param ids their numbers, in the order of writing
 */
record Filters(List<Integer> ids) {

  static final Filters NONE = new Filters(List.of());

  private static final int DEFLATE = 1;
  private static final int SHUFFLE = 2;
  private static final int CHECKSUM = 3;

  /** Filters from this number on have a name even in version 2. */
  private static final int NAMED = 256;

  private static final int CHECKSUM_BYTES = 4;
  private static final int MODULUS = 0xffff;

  static Filters of(Hdf5Section section) {
    int version = section.version(1, 2);
    int count = section.byteValue();
    section.skip(version == 1 ? 6 : 0);
    var ids = new ArrayList<Integer>();
    for (int i = 0; i < count; i++) {
      ids.add(filter(section, version));
    }
    if (!List.of(DEFLATE, SHUFFLE, CHECKSUM).containsAll(ids)) {
      throw section.unsupported("filters of the numbers %s".formatted(ids));
    }
    if (new HashSet<>(ids).size() < ids.size()) {
      throw section.malformed("has a filter twice");
    }
    return new Filters(List.copyOf(ids));
  }

  private static int filter(Hdf5Section section, int version) {
    int id = section.shortValue();
    int nameBytes = version == 1 || id >= NAMED ? section.shortValue() : 0;
    section.skip(Short.BYTES);
    int values = section.shortValue();
    section.skip(version == 1 ? Math.ceilDiv(nameBytes, 8) * 8L : nameBytes);
    section.skip((long) (version == 1 ? values + values % 2 : values) * Integer.BYTES);
    return id;
  }

  /** {@return whether chunks become larger when they are read} */
  boolean pack() {
    return ids.contains(DEFLATE);
  }

  private boolean has(int id, long omitted) {
    int place = ids.indexOf(id);
    return place >= 0 && (omitted >> place & 1) == 0;
  }

  /** {@return whether a number of stored bytes can become a chunk} */
  boolean fits(long stored, long omitted, long chunk) {
    long checked = has(CHECKSUM, omitted) ? CHECKSUM_BYTES : 0;
    return has(DEFLATE, omitted)
        ? chunk <= UnpackLimit.possible(stored)
        : stored == chunk + checked;
  }

  /**
   * {@return the elements of a chunk}
   *
   * @param chunk the number of their bytes
   * @param width the number of bytes of an element
   */
  byte[] undo(byte[] stored, long omitted, int chunk, int width, Failure failure) {
    byte[] bytes = stored;
    for (int i = ids.size() - 1; i >= 0; i--) {
      int id = ids.get(i);
      if (has(id, omitted)) {
        boolean checked = ids.indexOf(CHECKSUM) < i && has(CHECKSUM, omitted);
        bytes =
            switch (id) {
              case DEFLATE -> inflated(bytes, chunk + (checked ? CHECKSUM_BYTES : 0), failure);
              case SHUFFLE -> ordered(bytes, width);
              default -> verified(bytes, failure);
            };
      }
    }
    if (bytes.length != chunk) {
      throw failure.of("becomes %d bytes, not %d".formatted(bytes.length, chunk));
    }
    return bytes;
  }

  /** The exception for a chunk; a verb begins the text. */
  @FunctionalInterface
  interface Failure {

    RuntimeException of(String verb);
  }

  private static byte[] inflated(byte[] packed, int size, Failure failure) {
    try (var inflater = new Inflater()) {
      inflater.setInput(packed);
      byte[] bytes = new byte[size];
      int done = 0;
      while (done < size) {
        int count = inflater.inflate(bytes, done, size - done);
        if (count == 0) {
          throw failure.of("unpacks to %d bytes, not %d".formatted(done, size));
        }
        done += count;
      }
      return bytes;
    } catch (DataFormatException e) {
      throw failure.of("cannot be unpacked: " + e.getMessage());
    }
  }

  /** Elements from their first bytes, then their second bytes, and so forth. */
  private static byte[] ordered(byte[] shuffled, int width) {
    int count = shuffled.length / width;
    byte[] bytes = shuffled.clone();
    for (int k = 0; k < width; k++) {
      for (int i = 0; i < count; i++) {
        bytes[i * width + k] = shuffled[k * count + i];
      }
    }
    return bytes;
  }

  private static byte[] verified(byte[] bytes, Failure failure) {
    int size = bytes.length - CHECKSUM_BYTES;
    if (size < 0) {
      throw failure.of("is shorter than its checksum");
    }
    int first = number(bytes, size);
    int second = number(bytes, size + Short.BYTES);
    int a = 0;
    int b = 0;
    for (int i = 0; i < size; i += Short.BYTES) {
      int low = i + 1 < size ? Byte.toUnsignedInt(bytes[i + 1]) : 0;
      a = (a + (Byte.toUnsignedInt(bytes[i]) << Byte.SIZE | low)) % MODULUS;
      b = (b + a) % MODULUS;
    }
    if (first % MODULUS != a || second % MODULUS != b) {
      throw failure.of("does not match its checksum");
    }
    return Arrays.copyOf(bytes, size);
  }

  private static int number(byte[] bytes, int at) {
    return Byte.toUnsignedInt(bytes[at + 1]) << Byte.SIZE | Byte.toUnsignedInt(bytes[at]);
  }
}
