package io.cambric.kernels.simd.elementwise;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.BlockCode;
import io.cambric.kernel.block.BlockOps;
import io.cambric.kernel.block.FloatFold;
import io.cambric.kernel.block.HalfTransfers;
import io.cambric.kernels.simd.codegen.Fusion;
import io.cambric.kernels.simd.codegen.InstructionLoop;
import io.cambric.kernels.simd.codegen.VectorFunctions;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.kernels.simd.math.ScalarMath;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Block operations with vector loops. Compiled loops compute whole vectors, plain loops the
 * remaining points, and all points before that. Both give the same bits.
 */
public final class SimdBlockOps extends BlockOps {

  /**
   * The fewest points for which a body gets a generated loop: generating and compiling one keeps a
   * thread busy for a while.
   */
  private static final int OFTEN = 1 << 17;

  /**
   * The same for a body of a single instruction. Its general loop serves all bodies, and a
   * generated one saves only the overhead of blocks.
   */
  private static final int OFTEN_ALONE = 1 << 22;

  /**
   * Points after which the general loop of an instruction is requested. A body whose generated loop
   * is compiled soon does not get that far.
   */
  private static final long SEEN_ALONE = 1 << 23;

  private final Map<ScalarOp, InstructionLoop> floats = new EnumMap<>(ScalarOp.class);
  private final Map<ScalarOp, InstructionLoop> ints = new EnumMap<>(ScalarOp.class);
  private final Map<ReduceOp, FoldCode> folds = new EnumMap<>(ReduceOp.class);
  private final Fusion fusion = new Fusion();
  private final HalfTransfers halves = new SimdHalfTransfers();

  public SimdBlockOps() {
    for (var op : ScalarOp.values()) {
      switch (op) {
        case NEG, ABS, SQRT, SQUARE -> floats.put(op, loop(op, 1, DType.F32, DType.F32));
        case FMA, CLAMP -> floats.put(op, loop(op, 3, DType.F32, DType.F32));
        case DIV, POW -> floats.put(op, loop(op, 2, DType.F32, DType.F32));
        case ADD, SUB, MUL, MAX, MIN -> {
          floats.put(op, loop(op, 2, DType.F32, DType.F32));
          ints.put(op, loop(op, 2, DType.I32, DType.I32));
        }
        case AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT_LOGICAL ->
            ints.put(op, loop(op, 2, DType.I32, DType.I32));
        case EQ, NE, LT, LE, GT, GE -> {
          floats.put(op, loop(op, 2, DType.F32, DType.BOOL));
          ints.put(op, loop(op, 2, DType.I32, DType.BOOL));
        }
        case SELECT -> {
          floats.put(op, selection(DType.F32));
          ints.put(op, selection(DType.I32));
        }
        default -> {}
      }
    }
    for (var op : ReduceOp.values()) {
      if (FloatFold.supports(op)) {
        folds.put(op, new FoldCode(op));
      }
    }
  }

  private static InstructionLoop loop(ScalarOp op, int arity, DType operand, DType result) {
    return new InstructionLoop(op, Collections.nCopies(arity, operand), result, SEEN_ALONE);
  }

  private static InstructionLoop selection(DType dtype) {
    var operands = List.of(DType.BOOL, dtype, dtype);
    return new InstructionLoop(ScalarOp.SELECT, operands, dtype, SEEN_ALONE);
  }

  @Override
  public HalfTransfers halves() {
    return halves;
  }

  @Override
  protected boolean foldsFloats() {
    return true;
  }

  @Override
  protected boolean isWorthCompiling(LoopBody body, long points) {
    // Called before each run of a body that is not compiled, so operations are counted last.
    return points >= OFTEN_ALONE
        || (points >= OFTEN && body.operations() > 1)
        || WarmUp.skipsWaiting();
  }

  @Override
  protected List<BlockCode> compile(LoopBody body, int rowLength) {
    return fusion.of(body, rowLength, accumulators(rowLength));
  }

  /** {@return how many points vectors have computed: none where there is no loop} */
  private static int run(@Nullable InstructionLoop loop, int n, Object[] arrays, int... offsets) {
    return loop == null ? 0 : loop.run(n, arrays, offsets);
  }

  @Override
  protected void unary(ScalarOp op, float[] x, int xo, float[] out, int to, int n) {
    var function = VectorFunctions.of(op);
    if (function != null) {
      function.run(x, xo, out, to, n);
      return;
    }
    int whole = run(floats.get(op), n, new Object[] {x, out}, xo, to);
    super.unary(op, x, xo + whole, out, to + whole, n - whole);
  }

  @Override
  public void binary(
      ScalarOp op, float[] x, int xo, float[] y, int yo, float[] out, int to, int n) {
    int whole = run(floats.get(op), n, new Object[] {x, y, out}, xo, yo, to);
    if (op != ScalarOp.POW) {
      super.binary(op, x, xo + whole, y, yo + whole, out, to + whole, n - whole);
      return;
    }
    for (int i = whole; i < n; i++) {
      out[to + i] = ScalarMath.pow(x[xo + i], y[yo + i]);
    }
  }

  @Override
  protected void ternary(
      ScalarOp op,
      float[] x,
      int xo,
      float[] y,
      int yo,
      float[] z,
      int zo,
      float[] out,
      int to,
      int n) {
    int whole = run(floats.get(op), n, new Object[] {x, y, z, out}, xo, yo, zo, to);
    super.ternary(op, x, xo + whole, y, yo + whole, z, zo + whole, out, to + whole, n - whole);
  }

  @Override
  protected void compare(
      ScalarOp op, float[] x, int xo, float[] y, int yo, int[] out, int to, int n) {
    int whole = run(floats.get(op), n, new Object[] {x, y, out}, xo, yo, to);
    super.compare(op, x, xo + whole, y, yo + whole, out, to + whole, n - whole);
  }

  @Override
  protected void compare(
      ScalarOp op, DType dtype, int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    // U32 is ordered differently from the lanes.
    boolean ordered = dtype != DType.U32 || op == ScalarOp.EQ || op == ScalarOp.NE;
    int whole = run(ordered ? ints.get(op) : null, n, new Object[] {x, y, out}, xo, yo, to);
    super.compare(op, dtype, x, xo + whole, y, yo + whole, out, to + whole, n - whole);
  }

  @Override
  public void binary(
      ScalarOp op, DType dtype, int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    boolean supported =
        switch (op) {
          case MAX, MIN -> dtype != DType.U32;
          // Narrow types shift within their own width.
          case SHIFT_LEFT, SHIFT_RIGHT_LOGICAL -> dtype == DType.I32 || dtype == DType.U32;
          default -> true;
        };
    int whole = run(supported ? ints.get(op) : null, n, new Object[] {x, y, out}, xo, yo, to);
    super.binary(op, dtype, x, xo + whole, y, yo + whole, out, to + whole, n - whole);
  }

  @Override
  protected void select(
      int[] which, int wo, float[] x, int xo, float[] y, int yo, float[] out, int to, int n) {
    int whole =
        run(floats.get(ScalarOp.SELECT), n, new Object[] {which, x, y, out}, wo, xo, yo, to);
    super.select(which, wo + whole, x, xo + whole, y, yo + whole, out, to + whole, n - whole);
  }

  @Override
  protected void select(
      int[] which, int wo, int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    int whole = run(ints.get(ScalarOp.SELECT), n, new Object[] {which, x, y, out}, wo, xo, yo, to);
    super.select(which, wo + whole, x, xo + whole, y, yo + whole, out, to + whole, n - whole);
  }

  @Override
  protected void round(DType dtype, Object lane, int at, int n) {
    if (dtype == DType.BF16) {
      float[] x = (float[]) lane;
      VectorFunctions.TO_BFLOAT16.run(x, at, x, at, n);
    } else {
      super.round(dtype, lane, at, n);
    }
  }

  private FoldCode code(ReduceOp op) {
    return Objects.requireNonNull(folds.get(op));
  }

  @Override
  protected void fold(ReduceOp op, float[] lanes, float[] x, int at, int n) {
    if (!code(op).row(lanes, x, at, n)) {
      super.fold(op, lanes, x, at, n);
    }
  }

  @Override
  protected void foldTogether(
      ReduceOp op, float[] lanes, float[] x, int at, int far, int stride, int rows, int n) {
    if (!code(op).rows(lanes, x, at, far, stride, rows, n)) {
      super.foldTogether(op, lanes, x, at, far, stride, rows, n);
    }
  }

  @Override
  protected void close(ReduceOp op, float[] lanes, int runs, float[] results) {
    if (!code(op).close(lanes, runs, results)) {
      super.close(op, lanes, runs, results);
    }
  }

  @Override
  protected void foldColumns(
      ReduceOp op, float[] sums, int to, float[] x, int at, int stride, int rows, int n) {
    boolean ran = code(op).columns(sums, to, x, at, stride, rows, n);
    int whole = ran ? n - n % Species.LANES : 0;
    super.foldColumns(op, sums, to + whole, x, at + whole, stride, rows, n - whole);
  }
}
