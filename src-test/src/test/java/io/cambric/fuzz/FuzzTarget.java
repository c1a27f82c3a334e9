package io.cambric.fuzz;

import java.util.List;

/**
 * A reader that is fuzzed.
 *
 * @param name in the report
 * @param seeds valid inputs, which all other inputs are made from
 * @param words pieces of inputs that damage is likely to need, such as names and limits
 * @param reader of one input
 * @param limit bytes that reading may allocate whatever the input is, such as those of buffers
 * @param factor bytes that reading may allocate for each byte of the input
 */
record FuzzTarget(
    String name, List<byte[]> seeds, List<byte[]> words, Reader reader, long limit, long factor) {

  /** Bytes for buffers, messages and stack traces. */
  private static final long LIMIT = 1 << 20;

  /** Bytes for each byte of an input: its text, nodes of a tree, boxed numbers. */
  private static final long FACTOR = 200;

  /** A reader of files or bytes. */
  @FunctionalInterface
  interface Reader {

    /**
     * Reads an input.
     *
     * @throws Exception one of the library where the input is refused
     */
    void read(byte[] input) throws Exception;
  }

  /** {@return a target with the usual bounds of memory} */
  static FuzzTarget of(String name, List<byte[]> seeds, List<byte[]> words, Reader reader) {
    return new FuzzTarget(name, seeds, words, reader, LIMIT, FACTOR);
  }

  /** {@return the same with another fixed part of memory} */
  FuzzTarget withLimit(long bytes) {
    return new FuzzTarget(name, seeds, words, reader, bytes, factor);
  }

  /** {@return how many bytes reading an input may allocate} */
  long bound(byte[] input) {
    return limit + factor * input.length;
  }
}
