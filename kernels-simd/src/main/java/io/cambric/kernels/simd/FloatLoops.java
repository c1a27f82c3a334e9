package io.cambric.kernels.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Arithmetic, comparison and selection of f32 blocks: one vector loop per operation.
 *
 * <p>The length is a multiple of the lanes. {@link BlockLoops} calls the loops, so that the JIT
 * compiles each one separately.
 */
final class FloatLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final VectorSpecies<Integer> I32 = Species.I32;
  private static final IntVector ZERO = IntVector.zero(I32);
  private static final int LANES = Species.LANES;

  private FloatLoops() {}

  private static FloatVector load(float[] x, int i) {
    return FloatVector.fromArray(F32, x, i);
  }

  static void neg(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).neg().intoArray(out, to + i);
    }
  }

  static void abs(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).abs().intoArray(out, to + i);
    }
  }

  static void sqrt(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).sqrt().intoArray(out, to + i);
    }
  }

  static void square(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var v = load(x, xo + i);
      v.mul(v).intoArray(out, to + i);
    }
  }

  static void add(float[] x, int xo, float[] y, int yo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).add(load(y, yo + i)).intoArray(out, to + i);
    }
  }

  static void sub(float[] x, int xo, float[] y, int yo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).sub(load(y, yo + i)).intoArray(out, to + i);
    }
  }

  static void mul(float[] x, int xo, float[] y, int yo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).mul(load(y, yo + i)).intoArray(out, to + i);
    }
  }

  static void div(float[] x, int xo, float[] y, int yo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).div(load(y, yo + i)).intoArray(out, to + i);
    }
  }

  static void max(float[] x, int xo, float[] y, int yo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).max(load(y, yo + i)).intoArray(out, to + i);
    }
  }

  static void min(float[] x, int xo, float[] y, int yo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).min(load(y, yo + i)).intoArray(out, to + i);
    }
  }

  static void fma(
      float[] x, int xo, float[] y, int yo, float[] z, int zo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).fma(load(y, yo + i), load(z, zo + i)).intoArray(out, to + i);
    }
  }

  static void clamp(
      float[] x, int xo, float[] y, int yo, float[] z, int zo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      load(x, xo + i).max(load(y, yo + i)).min(load(z, zo + i)).intoArray(out, to + i);
    }
  }

  static void eq(float[] x, int xo, float[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var holds = load(x, xo + i).compare(VectorOperators.EQ, load(y, yo + i));
      ZERO.blend(1, holds.cast(I32)).intoArray(out, to + i);
    }
  }

  static void ne(float[] x, int xo, float[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var holds = load(x, xo + i).compare(VectorOperators.NE, load(y, yo + i));
      ZERO.blend(1, holds.cast(I32)).intoArray(out, to + i);
    }
  }

  static void lt(float[] x, int xo, float[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var holds = load(x, xo + i).compare(VectorOperators.LT, load(y, yo + i));
      ZERO.blend(1, holds.cast(I32)).intoArray(out, to + i);
    }
  }

  static void le(float[] x, int xo, float[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var holds = load(x, xo + i).compare(VectorOperators.LE, load(y, yo + i));
      ZERO.blend(1, holds.cast(I32)).intoArray(out, to + i);
    }
  }

  static void gt(float[] x, int xo, float[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var holds = load(x, xo + i).compare(VectorOperators.GT, load(y, yo + i));
      ZERO.blend(1, holds.cast(I32)).intoArray(out, to + i);
    }
  }

  static void ge(float[] x, int xo, float[] y, int yo, int[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var holds = load(x, xo + i).compare(VectorOperators.GE, load(y, yo + i));
      ZERO.blend(1, holds.cast(I32)).intoArray(out, to + i);
    }
  }

  static void select(
      int[] which, int wo, float[] x, int xo, float[] y, int yo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var taken = IntVector.fromArray(I32, which, wo + i).compare(VectorOperators.NE, 0).cast(F32);
      load(x, xo + i).blend(load(y, yo + i), taken).intoArray(out, to + i);
    }
  }
}
