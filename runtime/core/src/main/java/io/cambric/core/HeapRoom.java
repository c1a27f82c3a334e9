package io.cambric.core;

import io.cambric.array.Buffer;
import io.cambric.errors.HeapExhaustedException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Allocation on the Java heap. An array that does not fit ends in an exception with shapes, bytes
 * and the maximum of the heap.
 */
public final class HeapRoom {

  private static final long GIB = 1L << 30;

  private static final double UNIT = 1024;

  /** The number of arrays that a sentence names. */
  private static final int NAMED = 4;

  private HeapRoom() {}

  /**
   * {@return zeros for an array}
   *
   * @throws HeapExhaustedException if the heap has no room for them
   */
  public static Buffer allocate(ShapedArray aval) {
    return reserve(aval, () -> Buffer.allocate(aval.dtype(), aval.shape().size()));
  }

  /**
   * {@return memory for an array with arbitrary elements, all of which must be written}
   *
   * @throws HeapExhaustedException if the heap has no room for it
   */
  public static Buffer uninitialized(ShapedArray aval) {
    return reserve(aval, () -> Buffer.uninitialized(aval.dtype(), aval.shape().size()));
  }

  /**
   * {@return the result of an allocation of the size of an array}
   *
   * @throws HeapExhaustedException if the heap has no room for it
   */
  public static <T> T reserve(ShapedArray aval, Supplier<T> allocation) {
    try {
      return allocation.get();
    } catch (OutOfMemoryError e) {
      throw exhausted("An array " + aval, aval.bytes(), "", e);
    }
  }

  /** {@return the bytes of the elements of arrays} */
  public static long bytes(List<ShapedArray> avals) {
    return avals.stream().mapToLong(ShapedArray::bytes).sum();
  }

  /** {@return arrays in a sentence; of many, the largest ones} */
  public static String text(List<ShapedArray> avals) {
    int others = avals.size() - NAMED;
    if (others <= 0) {
      return joined(avals.stream());
    }
    var largest = Comparator.comparingLong(ShapedArray::bytes).reversed();
    return "%s and %d others"
        .formatted(joined(avals.stream().sorted(largest).limit(NAMED)), others);
  }

  private static String joined(Stream<ShapedArray> avals) {
    return avals.map(ShapedArray::toText).collect(Collectors.joining(", "));
  }

  /**
   * {@return the exception for a failed allocation}
   *
   * @param what the allocation, as the subject of the message
   * @param bytes the number of bytes that it needs at least
   * @param purpose of the bytes, with a space in front, or empty
   */
  public static HeapExhaustedException exhausted(
      String what, long bytes, String purpose, OutOfMemoryError cause) {
    long maximum = Runtime.getRuntime().maxMemory();
    return new HeapExhaustedException(
        "%s at %s needs at least %s%s, but the Java heap, at most %s, has no room for it. Raise the maximum, as in java -Xmx%dg, work on parts, or release unused arrays."
            .formatted(
                what,
                Source.capture(),
                text(bytes),
                purpose,
                text(maximum),
                (maximum + bytes) / GIB + 1),
        cause);
  }

  /** {@return a number of bytes, with a larger unit if it is large} */
  private static String text(long bytes) {
    double size = bytes;
    var unit = "";
    for (var next : List.of("KiB", "MiB", "GiB", "TiB")) {
      if (size < UNIT) {
        break;
      }
      size /= UNIT;
      unit = next;
    }
    return unit.isEmpty()
        ? bytes + " bytes"
        : String.format(Locale.ROOT, "%d bytes (%.1f %s)", bytes, size, unit);
  }
}
