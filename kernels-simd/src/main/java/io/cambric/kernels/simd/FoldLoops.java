package io.cambric.kernels.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Folds a run of floats, a multiple of 64 of them, into 64 accumulators side by side: lane i takes
 * the elements i, 64 + i, 128 + i and so on, at any vector width.
 */
final class FoldLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  /** Accumulators. */
  static final int WIDTH = 64;

  private FoldLoops() {}

  private static FloatVector load(float[] x, int i) {
    return FloatVector.fromArray(F32, x, i);
  }

  static void add(float[] lanes, float[] x, int at, int n) {
    for (int g = 0; g < WIDTH; g += 4 * LANES) {
      var a = load(lanes, g);
      var b = load(lanes, g + LANES);
      var c = load(lanes, g + 2 * LANES);
      var d = load(lanes, g + 3 * LANES);
      for (int i = at + g; i < at + n; i += WIDTH) {
        a = a.add(load(x, i));
        b = b.add(load(x, i + LANES));
        c = c.add(load(x, i + 2 * LANES));
        d = d.add(load(x, i + 3 * LANES));
      }
      a.intoArray(lanes, g);
      b.intoArray(lanes, g + LANES);
      c.intoArray(lanes, g + 2 * LANES);
      d.intoArray(lanes, g + 3 * LANES);
    }
  }

  static void mul(float[] lanes, float[] x, int at, int n) {
    for (int g = 0; g < WIDTH; g += 4 * LANES) {
      var a = load(lanes, g);
      var b = load(lanes, g + LANES);
      var c = load(lanes, g + 2 * LANES);
      var d = load(lanes, g + 3 * LANES);
      for (int i = at + g; i < at + n; i += WIDTH) {
        a = a.mul(load(x, i));
        b = b.mul(load(x, i + LANES));
        c = c.mul(load(x, i + 2 * LANES));
        d = d.mul(load(x, i + 3 * LANES));
      }
      a.intoArray(lanes, g);
      b.intoArray(lanes, g + LANES);
      c.intoArray(lanes, g + 2 * LANES);
      d.intoArray(lanes, g + 3 * LANES);
    }
  }

  static void max(float[] lanes, float[] x, int at, int n) {
    for (int g = 0; g < WIDTH; g += 4 * LANES) {
      var a = load(lanes, g);
      var b = load(lanes, g + LANES);
      var c = load(lanes, g + 2 * LANES);
      var d = load(lanes, g + 3 * LANES);
      for (int i = at + g; i < at + n; i += WIDTH) {
        a = a.max(load(x, i));
        b = b.max(load(x, i + LANES));
        c = c.max(load(x, i + 2 * LANES));
        d = d.max(load(x, i + 3 * LANES));
      }
      a.intoArray(lanes, g);
      b.intoArray(lanes, g + LANES);
      c.intoArray(lanes, g + 2 * LANES);
      d.intoArray(lanes, g + 3 * LANES);
    }
  }

  static void min(float[] lanes, float[] x, int at, int n) {
    for (int g = 0; g < WIDTH; g += 4 * LANES) {
      var a = load(lanes, g);
      var b = load(lanes, g + LANES);
      var c = load(lanes, g + 2 * LANES);
      var d = load(lanes, g + 3 * LANES);
      for (int i = at + g; i < at + n; i += WIDTH) {
        a = a.min(load(x, i));
        b = b.min(load(x, i + LANES));
        c = c.min(load(x, i + 2 * LANES));
        d = d.min(load(x, i + 3 * LANES));
      }
      a.intoArray(lanes, g);
      b.intoArray(lanes, g + LANES);
      c.intoArray(lanes, g + 2 * LANES);
      d.intoArray(lanes, g + 3 * LANES);
    }
  }
}
