package io.cambric.kernels.simd;

import java.lang.invoke.VarHandle;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * 6x2 micro-kernels for packed operands on machines with {@linkplain Species#FEW_REGISTERS few
 * registers}.
 *
 * <p>Twelve accumulators, two vectors of B and two broadcasts fill 16 registers. C2 would hoist the
 * broadcasts of all rows and spill; a load fence between groups of rows, which costs no
 * instruction, prevents that. Unrolling k by two halves the loop overhead.
 *
 * <p>Three conditions keep the loop in this shape. First, there is no branch for an odd k. C2 would
 * hoist a predicate for the outcome that it saw in warm-up, and the recompiled loop would keep all
 * bounds checks. Second, a sample takes {@link WarmUp#LOOPS} iterations, since C2 allocates no
 * registers for accumulators of a loop that it believes short. Third, the addresses in C are
 * computed after the loop.
 *
 * <p>A is packed with 8 elements for each k, of which the tile uses six. B is a packed panel.
 * Positions in both advance by a constant, so that no bounds checks are left in the loop.
 */
final class Tiles6x2 {

  /** Rows of a tile, MR. */
  static final int ROWS = 6;

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private Tiles6x2() {}

  /**
   * Stores the sums: {@code C = A * B}.
   *
   * @param count tiles
   * @param apart distance of packed micro-panels
   * @param kSize an even number
   */
  static void store(
      float[] a,
      int at,
      int count,
      int apart,
      int kSize,
      float[] b,
      int panel,
      float[] c,
      int[] outOffsets,
      int outRow,
      int column) {
    for (int i = 0; i < count; i++) {
      int start = at + i * apart;
      int end = start + kSize * 8;
      var c00 = FloatVector.zero(F32);
      var c01 = FloatVector.zero(F32);
      var c10 = FloatVector.zero(F32);
      var c11 = FloatVector.zero(F32);
      var c20 = FloatVector.zero(F32);
      var c21 = FloatVector.zero(F32);
      var c30 = FloatVector.zero(F32);
      var c31 = FloatVector.zero(F32);
      var c40 = FloatVector.zero(F32);
      var c41 = FloatVector.zero(F32);
      var c50 = FloatVector.zero(F32);
      var c51 = FloatVector.zero(F32);
      for (int p = start; p < end; p += 16) {
        int q = panel + (p - start) * (LANES / 4);
        var b0 = FloatVector.fromArray(F32, b, q);
        var b1 = FloatVector.fromArray(F32, b, q + LANES);
        var x0 = FloatVector.broadcast(F32, a[p]);
        c00 = x0.fma(b0, c00);
        c01 = x0.fma(b1, c01);
        var x1 = FloatVector.broadcast(F32, a[p + 1]);
        c10 = x1.fma(b0, c10);
        c11 = x1.fma(b1, c11);
        VarHandle.loadLoadFence();
        var x2 = FloatVector.broadcast(F32, a[p + 2]);
        c20 = x2.fma(b0, c20);
        c21 = x2.fma(b1, c21);
        var x3 = FloatVector.broadcast(F32, a[p + 3]);
        c30 = x3.fma(b0, c30);
        c31 = x3.fma(b1, c31);
        VarHandle.loadLoadFence();
        var x4 = FloatVector.broadcast(F32, a[p + 4]);
        c40 = x4.fma(b0, c40);
        c41 = x4.fma(b1, c41);
        var x5 = FloatVector.broadcast(F32, a[p + 5]);
        c50 = x5.fma(b0, c50);
        c51 = x5.fma(b1, c51);
        VarHandle.loadLoadFence();
        var d0 = FloatVector.fromArray(F32, b, q + 2 * LANES);
        var d1 = FloatVector.fromArray(F32, b, q + 3 * LANES);
        var y0 = FloatVector.broadcast(F32, a[p + 8]);
        c00 = y0.fma(d0, c00);
        c01 = y0.fma(d1, c01);
        var y1 = FloatVector.broadcast(F32, a[p + 9]);
        c10 = y1.fma(d0, c10);
        c11 = y1.fma(d1, c11);
        VarHandle.loadLoadFence();
        var y2 = FloatVector.broadcast(F32, a[p + 10]);
        c20 = y2.fma(d0, c20);
        c21 = y2.fma(d1, c21);
        var y3 = FloatVector.broadcast(F32, a[p + 11]);
        c30 = y3.fma(d0, c30);
        c31 = y3.fma(d1, c31);
        VarHandle.loadLoadFence();
        var y4 = FloatVector.broadcast(F32, a[p + 12]);
        c40 = y4.fma(d0, c40);
        c41 = y4.fma(d1, c41);
        var y5 = FloatVector.broadcast(F32, a[p + 13]);
        c50 = y5.fma(d0, c50);
        c51 = y5.fma(d1, c51);
      }
      int o = outRow + i * 6;
      int o0 = outOffsets[o] + column;
      int o1 = outOffsets[o + 1] + column;
      int o2 = outOffsets[o + 2] + column;
      int o3 = outOffsets[o + 3] + column;
      int o4 = outOffsets[o + 4] + column;
      int o5 = outOffsets[o + 5] + column;
      c00.intoArray(c, o0);
      c01.intoArray(c, o0 + LANES);
      c10.intoArray(c, o1);
      c11.intoArray(c, o1 + LANES);
      c20.intoArray(c, o2);
      c21.intoArray(c, o2 + LANES);
      c30.intoArray(c, o3);
      c31.intoArray(c, o3 + LANES);
      c40.intoArray(c, o4);
      c41.intoArray(c, o4 + LANES);
      c50.intoArray(c, o5);
      c51.intoArray(c, o5 + LANES);
    }
  }

  /** Adds the sums to C at the end; otherwise as {@link #store}. */
  static void add(
      float[] a,
      int at,
      int count,
      int apart,
      int kSize,
      float[] b,
      int panel,
      float[] c,
      int[] outOffsets,
      int outRow,
      int column) {
    for (int i = 0; i < count; i++) {
      int start = at + i * apart;
      int end = start + kSize * 8;
      var c00 = FloatVector.zero(F32);
      var c01 = FloatVector.zero(F32);
      var c10 = FloatVector.zero(F32);
      var c11 = FloatVector.zero(F32);
      var c20 = FloatVector.zero(F32);
      var c21 = FloatVector.zero(F32);
      var c30 = FloatVector.zero(F32);
      var c31 = FloatVector.zero(F32);
      var c40 = FloatVector.zero(F32);
      var c41 = FloatVector.zero(F32);
      var c50 = FloatVector.zero(F32);
      var c51 = FloatVector.zero(F32);
      for (int p = start; p < end; p += 16) {
        int q = panel + (p - start) * (LANES / 4);
        var b0 = FloatVector.fromArray(F32, b, q);
        var b1 = FloatVector.fromArray(F32, b, q + LANES);
        var x0 = FloatVector.broadcast(F32, a[p]);
        c00 = x0.fma(b0, c00);
        c01 = x0.fma(b1, c01);
        var x1 = FloatVector.broadcast(F32, a[p + 1]);
        c10 = x1.fma(b0, c10);
        c11 = x1.fma(b1, c11);
        VarHandle.loadLoadFence();
        var x2 = FloatVector.broadcast(F32, a[p + 2]);
        c20 = x2.fma(b0, c20);
        c21 = x2.fma(b1, c21);
        var x3 = FloatVector.broadcast(F32, a[p + 3]);
        c30 = x3.fma(b0, c30);
        c31 = x3.fma(b1, c31);
        VarHandle.loadLoadFence();
        var x4 = FloatVector.broadcast(F32, a[p + 4]);
        c40 = x4.fma(b0, c40);
        c41 = x4.fma(b1, c41);
        var x5 = FloatVector.broadcast(F32, a[p + 5]);
        c50 = x5.fma(b0, c50);
        c51 = x5.fma(b1, c51);
        VarHandle.loadLoadFence();
        var d0 = FloatVector.fromArray(F32, b, q + 2 * LANES);
        var d1 = FloatVector.fromArray(F32, b, q + 3 * LANES);
        var y0 = FloatVector.broadcast(F32, a[p + 8]);
        c00 = y0.fma(d0, c00);
        c01 = y0.fma(d1, c01);
        var y1 = FloatVector.broadcast(F32, a[p + 9]);
        c10 = y1.fma(d0, c10);
        c11 = y1.fma(d1, c11);
        VarHandle.loadLoadFence();
        var y2 = FloatVector.broadcast(F32, a[p + 10]);
        c20 = y2.fma(d0, c20);
        c21 = y2.fma(d1, c21);
        var y3 = FloatVector.broadcast(F32, a[p + 11]);
        c30 = y3.fma(d0, c30);
        c31 = y3.fma(d1, c31);
        VarHandle.loadLoadFence();
        var y4 = FloatVector.broadcast(F32, a[p + 12]);
        c40 = y4.fma(d0, c40);
        c41 = y4.fma(d1, c41);
        var y5 = FloatVector.broadcast(F32, a[p + 13]);
        c50 = y5.fma(d0, c50);
        c51 = y5.fma(d1, c51);
      }
      int o = outRow + i * 6;
      int o0 = outOffsets[o] + column;
      int o1 = outOffsets[o + 1] + column;
      int o2 = outOffsets[o + 2] + column;
      int o3 = outOffsets[o + 3] + column;
      int o4 = outOffsets[o + 4] + column;
      int o5 = outOffsets[o + 5] + column;
      FloatVector.fromArray(F32, c, o0).add(c00).intoArray(c, o0);
      FloatVector.fromArray(F32, c, o0 + LANES).add(c01).intoArray(c, o0 + LANES);
      FloatVector.fromArray(F32, c, o1).add(c10).intoArray(c, o1);
      FloatVector.fromArray(F32, c, o1 + LANES).add(c11).intoArray(c, o1 + LANES);
      FloatVector.fromArray(F32, c, o2).add(c20).intoArray(c, o2);
      FloatVector.fromArray(F32, c, o2 + LANES).add(c21).intoArray(c, o2 + LANES);
      FloatVector.fromArray(F32, c, o3).add(c30).intoArray(c, o3);
      FloatVector.fromArray(F32, c, o3 + LANES).add(c31).intoArray(c, o3 + LANES);
      FloatVector.fromArray(F32, c, o4).add(c40).intoArray(c, o4);
      FloatVector.fromArray(F32, c, o4 + LANES).add(c41).intoArray(c, o4 + LANES);
      FloatVector.fromArray(F32, c, o5).add(c50).intoArray(c, o5);
      FloatVector.fromArray(F32, c, o5 + LANES).add(c51).intoArray(c, o5 + LANES);
    }
  }

  /** Accumulates one more k: adds its products to the sums in C. */
  static void extend(
      float[] a,
      int at,
      int count,
      int apart,
      float[] b,
      int panel,
      float[] c,
      int[] outOffsets,
      int outRow,
      int column) {
    var b0 = FloatVector.fromArray(F32, b, panel);
    var b1 = FloatVector.fromArray(F32, b, panel + LANES);
    for (int i = 0; i < count; i++) {
      int p = at + i * apart;
      int o = outRow + i * 6;
      for (int r = 0; r < 6; r++) {
        int to = outOffsets[o + r] + column;
        var x = FloatVector.broadcast(F32, a[p + r]);
        x.fma(b0, FloatVector.fromArray(F32, c, to)).intoArray(c, to);
        x.fma(b1, FloatVector.fromArray(F32, c, to + LANES)).intoArray(c, to + LANES);
      }
    }
  }
}
