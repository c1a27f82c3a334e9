package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernels.simd.jit.BlockLoops;
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

  /** A function of one float. */
  @FunctionalInterface
  public interface FloatFunction {
    float apply(float x);
  }

  /** Rounding to values of bf16. */
  public static final VectorFunctions TO_BFLOAT16 =
      new VectorFunctions(
          ScalarMath::toBfloat16,
          new InstructionLoop(
              "toBfloat16",
              () -> FunctionBodies.named("toBfloat16"),
              List.of(DType.F32),
              DType.F32,
              WarmUp.WORTH));

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
  private final InstructionLoop vectors;

  private VectorFunctions(FloatFunction scalar, InstructionLoop vectors) {
    this.scalar = scalar;
    this.vectors = vectors;
  }

  private static void add(ScalarOp op, FloatFunction scalar) {
    var loop = new InstructionLoop(op, List.of(DType.F32), DType.F32, WarmUp.WORTH_OF_FUNCTIONS);
    ALL.put(op, new VectorFunctions(scalar, loop));
  }

  /** {@return the function of an operation, or null if it has no vector code} */
  public static @Nullable VectorFunctions of(ScalarOp op) {
    return ALL.get(op);
  }

  /** Applies the function to {@code n} elements; the arrays may be the same at the same index. */
  public void run(float[] x, int xo, float[] out, int to, int n) {
    int whole = vectors.run(n, new Object[] {x, out}, xo, to);
    runScalars(x, xo, out, to, whole, n);
  }

  /**
   * Applies the function with vector code, compiled or not: whole vectors, then the remaining
   * elements singly.
   */
  public void runVectors(float[] x, int xo, float[] out, int to, int n) {
    int whole = vectors.runVectors(n, new Object[] {x, out}, xo, to);
    runScalars(x, xo, out, to, whole, n);
  }

  private void runScalars(float[] x, int xo, float[] out, int to, int from, int n) {
    for (int i = from; i < n; i++) {
      out[to + i] = scalar.apply(x[xo + i]);
    }
  }

  public FloatFunction scalar() {
    return scalar;
  }

  public BlockLoops loop() {
    return vectors.loop();
  }
}
