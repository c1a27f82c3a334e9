package io.cambric.data;

import io.cambric.numpy.Key;

/** Random orders that depend only on a key. */
final class Permutation {

  private static final int WORD = 32;
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  /** The state of a SplitMix64 generator; mutable. */
  private long state;

  private Permutation(Key key) {
    var words = key.data().concrete("shuffle");
    this.state = words.getLong(0) << WORD | words.getLong(1);
  }

  /** {@return the numbers from 0 to {@code count - 1} in the order of a key} */
  static int[] of(Key key, int count) {
    var random = new Permutation(key);
    var order = new int[count];
    // The inside-out algorithm of Fisher and Yates.
    for (int i = 0; i < count; i++) {
      int j = random.below(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  /** Multiplies instead of dividing; the bias is below 2^-32. */
  private int below(int bound) {
    return (int) Math.unsignedMultiplyHigh(next(), bound);
  }

  /** The output function of Steele, Lea and Flood, "Fast splittable pseudorandom generators". */
  private long next() {
    state += GOLDEN_GAMMA;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
