package io.cambric.kernels.simd.random;

import io.cambric.kernels.simd.jit.Species;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Groups of four threefry2x32 rounds on blocks of words, in place. A call does one group, since
 * twenty rounds exceed the inlining limits of the JIT.
 */
public final class ThreefryLoops {

  private static final VectorSpecies<Integer> I32 = Species.I32;
  private static final int LANES = Species.LANES;

  private ThreefryLoops() {}

  private static IntVector load(int[] x, int i) {
    return IntVector.fromArray(I32, x, i);
  }

  private static IntVector mix(IntVector x, IntVector y, int rotation) {
    return y.lanewise(VectorOperators.ROL, rotation).lanewise(VectorOperators.XOR, x);
  }

  /** Four rounds with the rotations of even groups, then the key words {@code a} and {@code b}. */
  public static void even(int[] words, int second, int a, int b, int n) {
    for (int i = 0; i < n; i += LANES) {
      var y = load(words, second + i);
      var x = load(words, i).add(y);
      y = mix(x, y, 13);
      x = x.add(y);
      y = mix(x, y, 15);
      x = x.add(y);
      y = mix(x, y, 26);
      x = x.add(y);
      y = mix(x, y, 6);
      x.add(a).intoArray(words, i);
      y.add(b).intoArray(words, second + i);
    }
  }

  /** Four rounds with the rotations of odd groups, then the key words {@code a} and {@code b}. */
  public static void odd(int[] words, int second, int a, int b, int n) {
    for (int i = 0; i < n; i += LANES) {
      var y = load(words, second + i);
      var x = load(words, i).add(y);
      y = mix(x, y, 17);
      x = x.add(y);
      y = mix(x, y, 29);
      x = x.add(y);
      y = mix(x, y, 16);
      x = x.add(y);
      y = mix(x, y, 24);
      x.add(a).intoArray(words, i);
      y.add(b).intoArray(words, second + i);
    }
  }
}
