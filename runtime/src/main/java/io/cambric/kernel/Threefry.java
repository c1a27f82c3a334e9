package io.cambric.kernel;

import java.util.List;

/**
 * The block cipher threefry2x32 with 20 rounds, the source of all random bits.
 *
 * @see <a href="https://www.thesalmons.org/john/random123/papers/random123sc11.pdf">Salmon et al.,
 *     2011</a>
 */
final class Threefry {

  private static final int PARITY = 0x1BD11BDA;

  private static final int GRAIN = 1 << 12;

  private Threefry() {}

  static void run(int count, List<Operand> in, List<Operand> out) {
    int[][] sources = in.stream().map(o -> o.buffer().ints()).toArray(int[][]::new);
    int[][] targets = out.stream().map(o -> o.buffer().ints()).toArray(int[][]::new);
    Parallel.forRange(
        count,
        GRAIN,
        (from, to) -> {
          int[] words = new int[4];
          for (int i = from; i < to; i++) {
            for (int w = 0; w < 4; w++) {
              words[w] = sources[w][position(in.get(w), i)];
            }
            encrypt(words);
            targets[0][position(out.get(0), i)] = words[2];
            targets[1][position(out.get(1), i)] = words[3];
          }
        });
  }

  private static int position(Operand operand, int i) {
    return operand.offset() + i * operand.strides()[0];
  }

  /** Encrypts words 2 and 3 in place with the key in words 0 and 1. */
  private static void encrypt(int[] words) {
    int k0 = words[0];
    int k1 = words[1];
    int k2 = k0 ^ k1 ^ PARITY;
    int x = words[2] + k0;
    int y = words[3] + k1;
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
    words[2] = x;
    words[3] = y;
  }
}
