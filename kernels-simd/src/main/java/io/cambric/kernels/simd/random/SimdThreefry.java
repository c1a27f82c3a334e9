package io.cambric.kernels.simd.random;

import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.VectorLoop;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.List;

/** The threefry2x32 cipher with one key for all counters, on vectors. */
public final class SimdThreefry {

  private static final int PARITY = 0x1BD11BDA;
  private static final int BLOCK = 1024;

  public static final BlockLoops EVEN = rounds("even");
  public static final BlockLoops ODD = rounds("odd");

  private SimdThreefry() {}

  private static BlockLoops rounds(String name) {
    int n = WarmUp.LOOPS * Species.LANES;
    return BlockLoops.of(
        "ThreefryLoops." + name,
        () -> VectorLoop.of(ThreefryLoops.class, name),
        new Object[] {new int[n], 0, 0, 0, n},
        WarmUp.WORTH_OF_FUNCTIONS,
        false);
  }

  /**
   * {@return whether the words were computed: not for several keys, few counters, or before the
   * code is compiled}
   */
  public static boolean run(int count, List<Operand> in, List<Operand> out) {
    boolean oneKey = in.get(0).strides()[0] == 0 && in.get(1).strides()[0] == 0;
    if (!oneKey || count < Species.LANES || !(EVEN.isHot(count) & ODD.isHot(count))) {
      return false;
    }
    int k0 = in.get(0).buffer().ints()[in.get(0).offset()];
    int k1 = in.get(1).buffer().ints()[in.get(1).offset()];
    int[] keys = {k0, k1, k0 ^ k1 ^ PARITY};
    Parallel.forRange(
        (count - 1) / BLOCK + 1,
        8,
        (from, to) -> {
          int[] words = new int[2 * BLOCK];
          for (int block = from; block < to; block++) {
            int start = block * BLOCK;
            int n = Math.min(BLOCK, count - start);
            load(in.get(2), start, n, words, 0, keys[0]);
            load(in.get(3), start, n, words, BLOCK, keys[1]);
            // Rounded up to whole vectors: the words beyond the last are not stored.
            encrypt(words, keys, (n + Species.LANES - 1) / Species.LANES * Species.LANES);
            store(words, 0, out.get(0), start, n);
            store(words, BLOCK, out.get(1), start, n);
          }
        });
    return true;
  }

  private static void encrypt(int[] words, int[] keys, int n) {
    try {
      for (int group = 0; group < 5; group++) {
        int a = keys[(group + 1) % 3];
        int b = keys[(group + 2) % 3] + group + 1;
        if ((group & 1) == 0) {
          EVEN.handle().invokeExact(words, BLOCK, a, b, n);
        } else {
          ODD.handle().invokeExact(words, BLOCK, a, b, n);
        }
      }
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private static void load(Operand from, int start, int n, int[] words, int at, int key) {
    int[] source = from.buffer().ints();
    int stride = from.strides()[0];
    int position = from.offset() + start * stride;
    for (int i = 0; i < n; i++) {
      words[at + i] = source[position + i * stride] + key;
    }
  }

  private static void store(int[] words, int at, Operand to, int start, int n) {
    int[] target = to.buffer().ints();
    int stride = to.strides()[0];
    int position = to.offset() + start * stride;
    for (int i = 0; i < n; i++) {
      target[position + i * stride] = words[at + i];
    }
  }
}
