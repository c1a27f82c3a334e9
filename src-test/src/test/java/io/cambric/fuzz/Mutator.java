package io.cambric.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Damages inputs at random; for one thread. */
final class Mutator {

  /** Numbers at which readers go wrong: limits of types, and small ones of either sign. */
  private static final long[] NUMBERS = {
    0,
    1,
    -1,
    2,
    7,
    8,
    127,
    128,
    255,
    256,
    32767,
    32768,
    65535,
    65536,
    Integer.MAX_VALUE,
    Integer.MAX_VALUE + 1L,
    0xFFFF_FFFFL,
    1L << 32,
    1L << 53,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Long.MAX_VALUE - 7
  };

  private static final int MOST_CHANGES = 6;

  /** No input grows far beyond its seed. */
  private static final int MOST_ADDED = 1 << 12;

  private final RandomGenerator random;
  private final List<byte[]> words;

  Mutator(RandomGenerator random, List<byte[]> words) {
    this.random = random;
    this.words = words;
  }

  /**
   * {@return a damaged copy}
   *
   * @param other another input, parts of which may be put in
   */
  byte[] mutate(byte[] input, byte[] other) {
    byte[] result = input;
    int most = input.length + MOST_ADDED;
    for (int i = 1 + random.nextInt(MOST_CHANGES); i > 0; i--) {
      result = change(result, other);
      if (result.length > most) {
        return Arrays.copyOf(result, most);
      }
    }
    return result;
  }

  private byte[] change(byte[] input, byte[] other) {
    int at = random.nextInt(input.length + 1);
    return switch (random.nextInt(11)) {
      case 0 -> overwritten(input, at, new byte[] {(byte) (1 << random.nextInt(8))}, true);
      case 1 -> overwritten(input, at, new byte[] {(byte) random.nextInt()}, false);
      case 2 -> overwritten(input, at, number(), false);
      case 3 -> Arrays.copyOf(input, at);
      case 4 -> spliced(input, at, at + length(input.length - at), new byte[0]);
      case 5 -> spliced(input, at, at, part(input));
      case 6 -> spliced(input, at, at, part(other));
      case 7 -> overwritten(input, at, part(other), false);
      case 8 -> spliced(input, at, at + length(Math.min(8, input.length - at)), digits());
      case 9 -> spliced(input, at, at, word());
      default -> overwritten(input, at, word(), false);
    };
  }

  private static byte[] spliced(byte[] input, int from, int to, byte[] piece) {
    var result = new byte[input.length - (to - from) + piece.length];
    System.arraycopy(input, 0, result, 0, from);
    System.arraycopy(piece, 0, result, from, piece.length);
    System.arraycopy(input, to, result, from + piece.length, input.length - to);
    return result;
  }

  private static byte[] overwritten(byte[] input, int at, byte[] piece, boolean flips) {
    var result = input.clone();
    for (int i = 0; i < piece.length && at + i < result.length; i++) {
      result[at + i] = flips ? (byte) (result[at + i] ^ piece[i]) : piece[i];
    }
    return result;
  }

  /** {@return a length up to a limit; short ones are likely} */
  private int length(int most) {
    return most == 0 ? 0 : random.nextInt(Math.min(most, 1 << random.nextInt(12)) + 1);
  }

  private byte[] part(byte[] source) {
    int from = random.nextInt(source.length + 1);
    return Arrays.copyOfRange(source, from, from + length(source.length - from));
  }

  /** {@return a binary number of 1 to 8 bytes, in either order} */
  private byte[] number() {
    long number = NUMBERS[random.nextInt(NUMBERS.length)] + random.nextInt(3) - 1;
    int width = 1 << random.nextInt(4);
    boolean little = random.nextBoolean();
    var bytes = new byte[width];
    for (int i = 0; i < width; i++) {
      bytes[little ? i : width - 1 - i] = (byte) (number >> (8 * i));
    }
    return bytes;
  }

  /** {@return a number in decimal digits} */
  private byte[] digits() {
    return Long.toString(NUMBERS[random.nextInt(NUMBERS.length)]).getBytes();
  }

  private byte[] word() {
    return words.isEmpty() ? number() : words.get(random.nextInt(words.size()));
  }
}
