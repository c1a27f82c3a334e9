package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.F32Ops;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The f32 functions with vector code. Their plain loops run until it is compiled, and have the same
 * bits.
 */
public final class VectorFunctions {

  private static final int SAMPLE = WarmUp.LOOPS * Species.LANES;

  /** The working memory of passes over rows. */
  private static final float[] NO_LANES = {};

  private static final Map<ScalarOp, VectorFunctions> ALL = new EnumMap<>(ScalarOp.class);

  static {
    for (var op :
        List.of(
            ScalarOp.EXP,
            ScalarOp.EXP2,
            ScalarOp.EXPM1,
            ScalarOp.LOG,
            ScalarOp.LOG1P,
            ScalarOp.TANH,
            ScalarOp.LOGISTIC,
            ScalarOp.ERF,
            ScalarOp.ERFC,
            ScalarOp.ERF_INV,
            ScalarOp.RSQRT,
            ScalarOp.SIGN,
            ScalarOp.FLOOR,
            ScalarOp.CEIL,
            ScalarOp.ROUND_AWAY,
            ScalarOp.ROUND_EVEN,
            ScalarOp.SIN,
            ScalarOp.COS,
            ScalarOp.TAN,
            ScalarOp.ASIN,
            ScalarOp.ACOS,
            ScalarOp.ATAN,
            ScalarOp.SINH,
            ScalarOp.COSH,
            ScalarOp.ASINH,
            ScalarOp.ACOSH,
            ScalarOp.ATANH,
            ScalarOp.CBRT)) {
      ALL.put(op, new VectorFunctions(op));
    }
  }

  private final ScalarOp op;
  private final BlockLoops loop;

  private VectorFunctions(ScalarOp op) {
    this.op = op;
    Object[] arrays = {around(), new float[SAMPLE]};
    loop =
        BlockLoops.of(
            op.name(),
            () -> RowWriter.write(Fusion.loop(LoopBody.of(op, DType.F32, 0, List.of(DType.F32)))),
            new Object[] {arrays, new int[arrays.length], NO_LANES, SAMPLE, 0},
            WarmUp.WORTH_OF_FUNCTIONS,
            true);
  }

  /** {@return numbers between -1 and 1, where all functions are defined or NaN} */
  private static float[] around() {
    float[] values = new float[SAMPLE];
    for (int i = 0; i < SAMPLE; i++) {
      values[i] = (2 * i - SAMPLE) / (1.2f * SAMPLE);
    }
    return values;
  }

  /** {@return the function of an operation, or null if it has no vector code} */
  public static @Nullable VectorFunctions of(ScalarOp op) {
    return ALL.get(op);
  }

  /** Applies the function to {@code n} elements; the arrays may be the same at the same index. */
  public void run(float[] x, int xo, float[] out, int to, int n) {
    int whole = n >= Species.LANES && loop.isHot(n) ? n - n % Species.LANES : 0;
    if (whole > 0) {
      try {
        loop.handle().invokeExact(new Object[] {x, out}, new int[] {xo, to}, NO_LANES, whole, 0);
      } catch (Throwable e) {
        throw BlockLoops.unchecked(e);
      }
    }
    F32Ops.unary(op, x, xo + whole, out, to + whole, n - whole);
  }
}
