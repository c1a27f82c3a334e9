package io.cambric.kernels.simd;

import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.F32Ops;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The f32 functions with vector code, each with a plain twin of the same bits until it is compiled.
 */
final class VectorFunctions {

  /** A function of one float. */
  @FunctionalInterface
  interface FloatFunction {
    float apply(float x);
  }

  private static final Map<ScalarOp, VectorFunctions> ALL = new EnumMap<>(ScalarOp.class);

  static {
    add(ScalarOp.EXP, ScalarMath::exp, "exp");
    add(ScalarOp.EXP2, ScalarMath::exp2, "exp2");
    add(ScalarOp.EXPM1, ScalarMath::expm1, "expm1");
    add(ScalarOp.LOG, ScalarMath::log, "log");
    add(ScalarOp.LOG1P, ScalarMath::log1p, "log1p");
    add(ScalarOp.TANH, ScalarMath::tanh, "tanhInner", "tanhOuter");
    add(ScalarOp.LOGISTIC, ScalarMath::logistic, "logisticInner", "logisticOuter");
    add(ScalarOp.ERF, ScalarMath::erf, "erfInner", "expMiddle", "erfOuter");
    add(ScalarOp.ERFC, ScalarMath::erfc, "erfcInner", "erfcOuter");
    add(ScalarOp.ERF_INV, ScalarMath::erfInv, "erfInvInner", "erfInvOuter");
    add(ScalarOp.RSQRT, ScalarMath::rsqrt, "rsqrt");
    add(ScalarOp.SIGN, Math::signum, "sign");
    add(ScalarOp.FLOOR, x -> (float) Math.floor(x), "floor");
    add(ScalarOp.CEIL, x -> (float) Math.ceil(x), "ceil");
    add(ScalarOp.ROUND_AWAY, F32Ops::roundAway, "roundAway");
    add(ScalarOp.ROUND_EVEN, x -> (float) Math.rint(x), "roundEven");
    add(ScalarOp.SIN, ScalarMath::sin, "sin");
    add(ScalarOp.COS, ScalarMath::cos, "cos");
  }

  private final FloatFunction scalar;
  private final MethodHandle[] passes;
  private final WarmUp warmUp;

  private VectorFunctions(String name, FloatFunction scalar, MethodHandle[] passes) {
    this.scalar = scalar;
    this.passes = passes;
    float[] x = new float[WarmUp.LOOPS * Species.LANES];
    float[] y = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = (2 * i - x.length) / (1.2f * x.length);
    }
    warmUp =
        new WarmUp(
            name, () -> runVectors(x, 0, y, 0, x.length), WarmUp.WORTH_OF_FUNCTIONS);
  }

  private static void add(ScalarOp op, FloatFunction scalar, String... passes) {
    var handles =
        Arrays.stream(passes)
            .map(name -> VectorLoop.of(UnaryLoops.class, name))
            .toArray(MethodHandle[]::new);
    ALL.put(op, new VectorFunctions("UnaryLoops." + passes[0], scalar, handles));
  }

  /** {@return the function of an operation, or null if it has no vector code} */
  static @Nullable VectorFunctions of(ScalarOp op) {
    return ALL.get(op);
  }

  /** Applies the function to {@code n} elements; the arrays may be the same at the same index. */
  void run(float[] x, int xo, float[] out, int to, int n) {
    if (warmUp.isHot(n)) {
      runVectors(x, xo, out, to, n);
    } else {
      runScalars(x, xo, out, to, 0, n);
    }
  }

  private void runScalars(float[] x, int xo, float[] out, int to, int from, int n) {
    for (int i = from; i < n; i++) {
      out[to + i] = scalar.apply(x[xo + i]);
    }
  }

  /**
   * Applies the function with vector code, compiled or not: whole vectors, then the remaining
   * elements singly.
   */
  void runVectors(float[] x, int xo, float[] out, int to, int n) {
    int whole = n - n % Species.LANES;
    float[] source = x;
    int offset = xo;
    if (passes.length > 1 && x == out) {
      source = Arrays.copyOfRange(x, xo, xo + n);
      offset = 0;
    }
    try {
      for (MethodHandle pass : passes) {
        pass.invokeExact(source, offset, out, to, whole);
      }
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
    runScalars(source, offset, out, to, whole, n);
  }

  FloatFunction scalar() {
    return scalar;
  }

  WarmUp warmUp() {
    return warmUp;
  }
}
