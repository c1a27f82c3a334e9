package io.cambric.kernel.scalar;

import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;
import java.util.List;

/**
 * The block cipher threefry2x32 with 20 rounds, the source of all random bits.
 *
 * @see <a href="https://www.thesalmons.org/john/random123/papers/random123sc11.pdf">Salmon et al.,
 *     2011</a>
 */
public final class Threefry {

  private static final int PARITY = 0x1BD11BDA;

  private static final int GRAIN = 1 << 12;

  private Threefry() {}

  public static void run(int count, List<Operand> in, List<Operand> out) {
    int[][] sources = in.stream().map(o -> o.buffer().ints()).toArray(int[][]::new);
    int[][] targets = out.stream().map(o -> o.buffer().ints()).toArray(int[][]::new);
    Parallel.forRange(
        count,
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            long block =
                encrypt(
                    sources[0][position(in.get(0), i)],
                    sources[1][position(in.get(1), i)],
                    sources[2][position(in.get(2), i)],
                    sources[3][position(in.get(3), i)]);
            targets[0][position(out.get(0), i)] = (int) (block >>> 32);
            targets[1][position(out.get(1), i)] = (int) block;
          }
        });
  }

  private static int position(Operand operand, int i) {
    return operand.offset() + i * operand.strides()[0];
  }

  /** {@return two words as one key, the first in the high half} */
  public static long key(int high, int low) {
    return (long) high << 32 | Integer.toUnsignedLong(low);
  }

  /**
   * {@return the two words of the block at a counter below 2^31} They are the key with this index
   * when the key is split.
   */
  public static long encrypt(long key, int counter) {
    return encrypt((int) (key >>> 32), (int) key, 0, counter);
  }

  /** {@return two words encrypted with the key of two, the first in the high half} */
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
      // The key schedule: after group i the words i + 1 and i + 2, modulo 3.
      x += group % 3 == 0 ? k1 : group % 3 == 1 ? k2 : k0;
      y += (group % 3 == 0 ? k2 : group % 3 == 1 ? k0 : k1) + group + 1;
    }
    return key(x, y);
  }
}
