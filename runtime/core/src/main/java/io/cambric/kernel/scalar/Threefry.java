package io.cambric.kernel.scalar;

import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;
import java.util.Arrays;
import java.util.List;

/**
 * The block cipher threefry2x32 with 20 rounds, the source of all random bits.
 *
 * @see <a href="https://www.thesalmons.org/john/random123/papers/random123sc11.pdf">Salmon et al.,
 *     2011</a>
 */
public final class Threefry {

  private static final int PARITY = 0x1BD11BDA;

  /** Counters of a block; their words stay in the L1 cache. */
  private static final int BLOCK = 1024;

  /** The least number of counters worth a whole block. */
  private static final int FEWEST = 128;

  /** The least number of blocks worth a handover to another thread. */
  private static final int GRAIN = 8;

  private Threefry() {}

  /** Encrypts counters; see {@link io.cambric.kernel.Kernels#threefry}. */
  public static void run(int count, List<Operand> in, List<Operand> out) {
    Parallel.forRange(
        (count - 1) / BLOCK + 1,
        GRAIN,
        (from, to) -> {
          int[][] words = new int[in.size()][count < FEWEST ? count : BLOCK];
          for (int start = from * BLOCK; start < Math.min(to * BLOCK, count); start += BLOCK) {
            int n = Math.min(BLOCK, count - start);
            for (int k = 0; k < words.length; k++) {
              load(in.get(k), start, words[k], n);
            }
            int[] x = words[2];
            int[] y = words[3];
            if (n < FEWEST) {
              encryptEach(words[0], words[1], x, y, n);
            } else {
              encryptBlock(words[0], words[1], x, y);
            }
            store(x, out.get(0), start, n);
            store(y, out.get(1), start, n);
          }
        });
  }

  private static void load(Operand from, int start, int[] words, int n) {
    int[] source = from.buffer().ints();
    int stride = from.strides()[0];
    int first = from.offset() + start * stride;
    switch (stride) {
      case 0 -> Arrays.fill(words, 0, n, source[first]);
      case 1 -> System.arraycopy(source, first, words, 0, n);
      default -> {
        for (int i = 0; i < n; i++) {
          words[i] = source[first + i * stride];
        }
      }
    }
  }

  private static void store(int[] words, Operand to, int start, int n) {
    int stride = to.strides()[0];
    int first = to.offset() + start * stride;
    if (stride == 1) {
      System.arraycopy(words, 0, to.buffer().ints(), first, n);
      return;
    }
    for (int i = 0; i < n; i++) {
      to.buffer().ints()[first + i * stride] = words[i];
    }
  }

  private static void encryptEach(int[] k0, int[] k1, int[] x, int[] y, int n) {
    for (int i = 0; i < n; i++) {
      long block = encrypt(k0[i], k1[i], x[i], y[i]);
      x[i] = (int) (block >>> 32);
      y[i] = (int) block;
    }
  }

  /**
   * Encrypts a whole block. Each step of the cipher runs over all counters, in loops that the JIT
   * vectorises.
   */
  private static void encryptBlock(int[] k0, int[] k1, int[] x, int[] y) {
    int[][] keys = {k0, k1, new int[BLOCK]};
    for (int i = 0; i < BLOCK; i++) {
      keys[2][i] = k0[i] ^ k1[i] ^ PARITY;
      x[i] += k0[i];
      y[i] += k1[i];
    }
    for (int group = 0; group < 5; group++) {
      int[] a = keys[(group + 1) % 3];
      int[] b = keys[(group + 2) % 3];
      if ((group & 1) == 0) {
        rounds(x, y, a, b, group + 1, 13, 15, 26, 6);
      } else {
        rounds(x, y, a, b, group + 1, 17, 29, 16, 24);
      }
    }
  }

  /** Four rounds with their rotations, then the words {@code a} and {@code b} of the key. */
  private static void rounds(
      int[] xs, int[] ys, int[] a, int[] b, int number, int r0, int r1, int r2, int r3) {
    for (int i = 0; i < BLOCK; i++) {
      int x = xs[i] + ys[i];
      int y = Integer.rotateLeft(ys[i], r0) ^ x;
      x += y;
      y = Integer.rotateLeft(y, r1) ^ x;
      x += y;
      y = Integer.rotateLeft(y, r2) ^ x;
      x += y;
      y = Integer.rotateLeft(y, r3) ^ x;
      xs[i] = x + a[i];
      ys[i] = y + b[i] + number;
    }
  }

  /** {@return two words as one key, the first in the high half} */
  public static long key(int high, int low) {
    return (long) high << 32 | Integer.toUnsignedLong(low);
  }

  /**
   * {@return the two words of the block at a counter below 2^31} When the key is split, they are
   * the key with this index.
   */
  public static long encrypt(long key, int counter) {
    return encrypt((int) (key >>> 32), (int) key, 0, counter);
  }

  /** {@return two words encrypted with a key of two words; the first is in the high half} */
  private static long encrypt(int k0, int k1, int word0, int word1) {
    int k2 = k0 ^ k1 ^ PARITY;
    int x = word0 + k0;
    int y = word1 + k1;
    for (int group = 0; group < 5; group++) {
      boolean even = (group & 1) == 0;
      x += y;
      y = Integer.rotateLeft(y, even ? 13 : 17) ^ x;
      x += y;
      y = Integer.rotateLeft(y, even ? 15 : 29) ^ x;
      x += y;
      y = Integer.rotateLeft(y, even ? 26 : 16) ^ x;
      x += y;
      y = Integer.rotateLeft(y, even ? 6 : 24) ^ x;
      // The key schedule: after group i, the words i + 1 and i + 2 of the key, modulo 3.
      x += group % 3 == 0 ? k1 : group % 3 == 1 ? k2 : k0;
      y += (group % 3 == 0 ? k2 : group % 3 == 1 ? k0 : k1) + group + 1;
    }
    return key(x, y);
  }
}
