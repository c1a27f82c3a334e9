package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.kernels.simd.math.ScalarMath;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The f32 functions with vector code, each with a plain twin of the same bits until it is compiled.
 */
public final class VectorFunctions {

  private static final int SAMPLE = WarmUp.LOOPS * Species.LANES;

  /** The working memory of passes over rows. */
  private static final float[] NO_LANES = {};

  /** A function of one float. */
  @FunctionalInterface
  public interface FloatFunction {
    float apply(float x);
  }

  private static final Map<ScalarOp, VectorFunctions> ALL = new EnumMap<>(ScalarOp.class);

  static {
    add(ScalarOp.EXP, ScalarMath::exp);
    add(ScalarOp.EXP2, ScalarMath::exp2);
    add(ScalarOp.EXPM1, ScalarMath::expm1);
    add(ScalarOp.LOG, ScalarMath::log);
    add(ScalarOp.LOG1P, ScalarMath::log1p);
    add(ScalarOp.TANH, ScalarMath::tanh);
    add(ScalarOp.LOGISTIC, ScalarMath::logistic);
    add(ScalarOp.ERF, ScalarMath::erf);
    add(ScalarOp.ERFC, ScalarMath::erfc);
    add(ScalarOp.ERF_INV, ScalarMath::erfInv);
    add(ScalarOp.RSQRT, ScalarMath::rsqrt);
    add(ScalarOp.SIGN, ScalarMath::sign);
    add(ScalarOp.FLOOR, ScalarMath::floor);
    add(ScalarOp.CEIL, ScalarMath::ceil);
    add(ScalarOp.ROUND_AWAY, ScalarMath::roundAway);
    add(ScalarOp.ROUND_EVEN, ScalarMath::roundEven);
    add(ScalarOp.SIN, ScalarMath::sin);
    add(ScalarOp.COS, ScalarMath::cos);
  }

  private final FloatFunction scalar;
  private final BlockLoops loop;

  private VectorFunctions(ScalarOp op, FloatFunction scalar) {
    this.scalar = scalar;
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

  private static void add(ScalarOp op, FloatFunction scalar) {
    ALL.put(op, new VectorFunctions(op, scalar));
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
    for (int i = whole; i < n; i++) {
      out[to + i] = scalar.apply(x[xo + i]);
    }
  }

  public FloatFunction scalar() {
    return scalar;
  }
}
