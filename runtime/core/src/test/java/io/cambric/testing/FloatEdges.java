package io.cambric.testing;

/**
 * Floats at which functions or their formulas change: limits of the type, of ranges and of halves.
 */
public final class FloatEdges {

  private static final float[] ALL = {
    0f,
    -0f,
    1f,
    -1f,
    Float.NaN,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    88.72284f,
    88.722847f,
    -103.97f,
    -104f,
    128f,
    -149f,
    -150f,
    0.927734375f,
    71476f,
    71477f,
    1e10f,
    2f,
    -2f,
    0.5f,
    -0.5f,
    1.5f,
    -2.5f,
    0.49999997f,
    -0.49999997f,
    -0.75f,
    4194303.5f,
    8388607.5f,
    -8388606.5f,
    8388609f
  };

  private FloatEdges() {}

  /** {@return a copy of them} */
  public static float[] all() {
    return ALL.clone();
  }
}
