package io.cambric.kernels.simd;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Arithmetic, comparison and selection of blocks of 32-bit integers: one vector loop per operation.
 *
 * <p>The length is a multiple of the lanes. {@link BlockLoops} calls the loops, so that the JIT
 * compiles each one separately.
 */
final class IntLoops {

  private static final VectorSpecies<Integer> I32 = Species.I32;
  private static final IntVector ZERO = IntVector.zero(I32);
  private static final int LANES = Species.LANES;

  private IntLoops() {}

  private static IntVector load(int[] x, int i) {
    return IntVector.fromArray(I32, x, i);
  }

  static void add(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).add(load(y, yo + i)).intoArray(out, to + i);
    }
  }

  static void sub(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).sub(load(y, yo + i)).intoArray(out, to + i);
    }
  }

  static void mul(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).mul(load(y, yo + i)).intoArray(out, to + i);
    }
  }

  static void and(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).and(load(y, yo + i)).intoArray(out, to + i);
    }
  }

  static void or(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).or(load(y, yo + i)).intoArray(out, to + i);
    }
  }

  static void max(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).max(load(y, yo + i)).intoArray(out, to + i);
    }
  }

  static void min(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).min(load(y, yo + i)).intoArray(out, to + i);
    }
  }

  static void xor(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).lanewise(VectorOperators.XOR, load(y, yo + i)).intoArray(out, to + i);
    }
  }

  /** Shifts by 32 or more give 0, which the lane operator's modulus would not. */
  static void shiftLeft(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var by = load(y, yo + i);
      load(x, xo + i)
          .lanewise(VectorOperators.LSHL, by)
          .blend(ZERO, by.compare(VectorOperators.UGE, 32))
          .intoArray(out, to + i);
    }
  }

  /** Shifts by 32 or more give 0. */
  static void shiftRight(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var by = load(y, yo + i);
      load(x, xo + i)
          .lanewise(VectorOperators.LSHR, by)
          .blend(ZERO, by.compare(VectorOperators.UGE, 32))
          .intoArray(out, to + i);
    }
  }

  static void eq(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var holds = load(x, xo + i).compare(VectorOperators.EQ, load(y, yo + i));
      ZERO.blend(1, holds).intoArray(out, to + i);
    }
  }

  static void ne(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var holds = load(x, xo + i).compare(VectorOperators.NE, load(y, yo + i));
      ZERO.blend(1, holds).intoArray(out, to + i);
    }
  }

  static void lt(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var holds = load(x, xo + i).compare(VectorOperators.LT, load(y, yo + i));
      ZERO.blend(1, holds).intoArray(out, to + i);
    }
  }

  static void le(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var holds = load(x, xo + i).compare(VectorOperators.LE, load(y, yo + i));
      ZERO.blend(1, holds).intoArray(out, to + i);
    }
  }

  static void gt(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var holds = load(x, xo + i).compare(VectorOperators.GT, load(y, yo + i));
      ZERO.blend(1, holds).intoArray(out, to + i);
    }
  }

  static void ge(int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var holds = load(x, xo + i).compare(VectorOperators.GE, load(y, yo + i));
      ZERO.blend(1, holds).intoArray(out, to + i);
    }
  }

  static void select(
      int[] which, int wo, int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var taken = load(which, wo + i).compare(VectorOperators.NE, 0);
      load(x, xo + i).blend(load(y, yo + i), taken).intoArray(out, to + i);
    }
  }
}
