package io.cambric.kernels.simd;

/**
 * An array lent to one kernel run by its thread, so that packing buffers are made once.
 *
 * <p>A run inside a run gets an array of its own.
 */
final class Scratch implements AutoCloseable {

  /** Larger arrays are left to the garbage collector. */
  private static final int LARGEST_KEPT = 1 << 23;

  private static final ThreadLocal<Scratch> KEPT = ThreadLocal.withInitial(() -> new Scratch());

  private float[] array = new float[0];
  private boolean lent;

  private Scratch() {}

  /** {@return an array of at least {@code length} elements with arbitrary content} */
  static Scratch floats(int length) {
    var scratch = KEPT.get();
    if (scratch.lent || length > LARGEST_KEPT) {
      scratch = new Scratch();
    }
    scratch.lent = true;
    if (scratch.array.length < length) {
      scratch.array = new float[length];
    }
    return scratch;
  }

  float[] array() {
    return array;
  }

  @Override
  public void close() {
    lent = false;
  }
}
