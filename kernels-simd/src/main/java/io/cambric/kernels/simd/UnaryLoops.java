package io.cambric.kernels.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * One loop over whole vectors for each part of a function, called through {@link VectorFunctions}.
 * The JIT compiles each loop separately.
 *
 * <p>The length is a multiple of the lanes. A loop named outer reads the result of the inner one
 * from the array of the result.
 */
final class UnaryLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private UnaryLoops() {}

  private static FloatVector load(float[] x, int i) {
    return FloatVector.fromArray(F32, x, i);
  }

  static void exp(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.exp(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void exp2(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.exp2(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void expm1(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.expm1(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void log(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.log(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void log1p(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.log1p(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void rsqrt(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.rsqrt(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void sign(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.sign(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void floor(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.floor(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void ceil(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.ceil(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void roundAway(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.roundAway(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void roundEven(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.roundEven(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void tanhInner(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.tanhInner(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void logisticInner(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.logisticInner(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void erfInner(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.erfInner(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void erfcInner(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.erfcInner(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void erfInvInner(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.erfInvInner(load(x, xo + i)).intoArray(out, to + i);
    }
  }

  static void tanhOuter(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.tanhOuter(load(x, xo + i), load(out, to + i)).intoArray(out, to + i);
    }
  }

  static void logisticOuter(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.logisticOuter(load(x, xo + i), load(out, to + i)).intoArray(out, to + i);
    }
  }

  static void erfOuter(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.erfOuter(load(x, xo + i), load(out, to + i)).intoArray(out, to + i);
    }
  }

  static void erfcOuter(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.erfcOuter(load(x, xo + i), load(out, to + i)).intoArray(out, to + i);
    }
  }

  static void erfInvOuter(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.erfInvOuter(load(x, xo + i), load(out, to + i)).intoArray(out, to + i);
    }
  }

  /** Computes exp in place; x is not used. */
  static void expMiddle(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMath.expOfNegative(load(out, to + i)).intoArray(out, to + i);
    }
  }

  static void sin(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var v = load(x, xo + i);
      if (VectorMath.isReducible(v)) {
        VectorMath.sin(v).intoArray(out, to + i);
      } else {
        for (int j = i; j < i + LANES; j++) {
          out[to + j] = ScalarMath.sin(x[xo + j]);
        }
      }
    }
  }

  static void cos(float[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += LANES) {
      var v = load(x, xo + i);
      if (VectorMath.isReducible(v)) {
        VectorMath.cos(v).intoArray(out, to + i);
      } else {
        for (int j = i; j < i + LANES; j++) {
          out[to + j] = ScalarMath.cos(x[xo + j]);
        }
      }
    }
  }
}
