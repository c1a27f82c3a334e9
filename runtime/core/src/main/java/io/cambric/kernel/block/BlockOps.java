package io.cambric.kernel.block;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.F32Ops;
import io.cambric.kernel.scalar.F64Ops;
import io.cambric.kernel.scalar.IntOps;
import io.cambric.kernel.scalar.LongOps;
import java.util.List;

/**
 * The interpreter of single instructions: runs one instruction over the values of a block. This
 * class uses plain loops; a provider overrides methods to make lanes faster.
 *
 * <p>Each array argument has the index of its first value. The result shares an array with an
 * argument only at the same index.
 */
public class BlockOps {

  /** Creates the plain operations. */
  public BlockOps() {}

  /**
   * {@return whether a body has run often enough for {@link #compile}}
   *
   * @param points the number of points that the body has run for
   */
  protected boolean isWorthCompiling(LoopBody body, long points) {
    return false;
  }

  /**
   * {@return compiled code for sequences of consecutive instructions of a body, in order and
   * without overlap; none here}
   *
   * @param rowLength number of points in a row, if the body reduces rows
   */
  protected List<BlockCode> compile(LoopBody body, int rowLength) {
    return List.of();
  }

  /**
   * {@return whether rows are reduced in f32 by the fixed trees of {@link LaneFold}, or else in
   * double precision}
   */
  protected boolean foldsFloats() {
    return false;
  }

  /**
   * {@return the number of accumulators that reduce a row of {@code length} floats}
   *
   * <p>The i-th accumulator takes every element whose index is i modulo this number; the last
   * accumulators take the remainder of the row. Then the upper half is folded onto the lower half
   * until one accumulator is left.
   */
  protected static int accumulators(int length) {
    return LaneFold.width(Lane.FLOAT, length);
  }

  /** {@return the transposition of panels} */
  protected PanelTranspose panels() {
    return PanelTranspose.PLAIN;
  }

  /** {@return the conversions of bf16 and of bytes} */
  protected NarrowTransfers halves() {
    return NarrowTransfers.PLAIN;
  }

  /** Runs an instruction over {@code n} points. */
  final void run(Instr instr, int[] args, int result, LoopProgram program, Block block, int n) {
    ScalarOp op = instr.op();
    switch (op) {
      case CONVERT ->
          convert(
              program.dtypes[args[0]],
              block.array(args[0]),
              block.offset(args[0]),
              instr.dtype(),
              block.array(result),
              block.offset(result),
              n);
      case BITCAST ->
          Conversions.bitcast(
              program.dtypes[args[0]],
              block.array(args[0]),
              block.offset(args[0]),
              instr.dtype(),
              block.array(result),
              block.offset(result),
              n);
      case SELECT -> runSelect(instr, args, result, block, n);
      default -> {
        DType dtype = program.dtypes[args[0]];
        switch (Lane.of(dtype)) {
          case FLOAT -> runFloats(instr, dtype, args, result, block, n);
          case DOUBLE -> runDoubles(instr, args, result, block, n);
          case INT -> runInts(instr, dtype, args, result, block, n);
          case LONG -> runLongs(instr, dtype, args, result, block, n);
        }
      }
    }
  }

  private void runFloats(Instr instr, DType dtype, int[] args, int result, Block b, int n) {
    ScalarOp op = instr.op();
    float[] x = b.floats(args[0]);
    int xo = b.offset(args[0]);
    int to = b.offset(result);
    if (op.isPredicate()) {
      if (op == ScalarOp.IS_FINITE) {
        F32Ops.isFinite(x, xo, b.ints(result), to, n);
      } else {
        compare(op, x, xo, b.floats(args[1]), b.offset(args[1]), b.ints(result), to, n);
      }
      return;
    }
    float[] target = b.floats(result);
    switch (args.length) {
      case 1 -> {
        if (op == ScalarOp.INTEGER_POW) {
          F32Ops.integerPow((int) instr.immediate(), x, xo, target, to, n);
        } else {
          unary(op, x, xo, target, to, n);
        }
      }
      case 2 -> {
        float[] y = b.floats(args[1]);
        int yo = b.offset(args[1]);
        if (op == ScalarOp.NEXTAFTER) {
          F32Ops.nextAfter(dtype, x, xo, y, yo, target, to, n);
        } else {
          binary(op, x, xo, y, yo, target, to, n);
        }
      }
      default ->
          ternary(
              op,
              x,
              xo,
              b.floats(args[1]),
              b.offset(args[1]),
              b.floats(args[2]),
              b.offset(args[2]),
              target,
              to,
              n);
    }
    round(instr.dtype(), target, to, n);
  }

  private void runDoubles(Instr instr, int[] args, int result, Block b, int n) {
    ScalarOp op = instr.op();
    double[] x = b.doubles(args[0]);
    int xo = b.offset(args[0]);
    int to = b.offset(result);
    if (op.isPredicate()) {
      if (op == ScalarOp.IS_FINITE) {
        F64Ops.isFinite(x, xo, b.ints(result), to, n);
      } else {
        F64Ops.compare(op, x, xo, b.doubles(args[1]), b.offset(args[1]), b.ints(result), to, n);
      }
      return;
    }
    double[] target = b.doubles(result);
    switch (args.length) {
      case 1 -> {
        if (op == ScalarOp.INTEGER_POW) {
          F64Ops.integerPow((int) instr.immediate(), x, xo, target, to, n);
        } else {
          unary(op, x, xo, target, to, n);
        }
      }
      case 2 -> F64Ops.binary(op, x, xo, b.doubles(args[1]), b.offset(args[1]), target, to, n);
      default ->
          F64Ops.ternary(
              op,
              x,
              xo,
              b.doubles(args[1]),
              b.offset(args[1]),
              b.doubles(args[2]),
              b.offset(args[2]),
              target,
              to,
              n);
    }
  }

  private void runInts(Instr instr, DType dtype, int[] args, int result, Block b, int n) {
    ScalarOp op = instr.op();
    int[] x = b.ints(args[0]);
    int xo = b.offset(args[0]);
    int[] target = b.ints(result);
    int to = b.offset(result);
    switch (args.length) {
      case 1 -> IntOps.unary(op, (int) instr.immediate(), dtype, x, xo, target, to, n);
      case 2 -> {
        int[] y = b.ints(args[1]);
        int yo = b.offset(args[1]);
        if (op.isPredicate()) {
          compare(op, dtype, x, xo, y, yo, target, to, n);
        } else {
          binary(op, dtype, x, xo, y, yo, target, to, n);
        }
      }
      default ->
          IntOps.ternary(
              op,
              dtype,
              x,
              xo,
              b.ints(args[1]),
              b.offset(args[1]),
              b.ints(args[2]),
              b.offset(args[2]),
              target,
              to,
              n);
    }
    round(instr.dtype(), target, to, n);
  }

  private static void runLongs(Instr instr, DType dtype, int[] args, int result, Block b, int n) {
    ScalarOp op = instr.op();
    boolean unsigned = dtype == DType.U64;
    long[] x = b.longs(args[0]);
    int xo = b.offset(args[0]);
    int to = b.offset(result);
    if (op == ScalarOp.IS_FINITE) {
      IntOps.fillOnes(b.ints(result), to, n);
    } else if (op.isPredicate()) {
      LongOps.compare(
          op, unsigned, x, xo, b.longs(args[1]), b.offset(args[1]), b.ints(result), to, n);
    } else if (args.length == 1) {
      LongOps.unary(op, (int) instr.immediate(), unsigned, x, xo, b.longs(result), to, n);
    } else if (args.length == 2) {
      LongOps.binary(
          op, unsigned, x, xo, b.longs(args[1]), b.offset(args[1]), b.longs(result), to, n);
    } else {
      LongOps.ternary(
          op,
          unsigned,
          x,
          xo,
          b.longs(args[1]),
          b.offset(args[1]),
          b.longs(args[2]),
          b.offset(args[2]),
          b.longs(result),
          to,
          n);
    }
  }

  private void runSelect(Instr instr, int[] args, int result, Block b, int n) {
    int[] which = b.ints(args[0]);
    int wo = b.offset(args[0]);
    int xo = b.offset(args[1]);
    int yo = b.offset(args[2]);
    int to = b.offset(result);
    switch (Lane.of(instr.dtype())) {
      case FLOAT ->
          select(which, wo, b.floats(args[1]), xo, b.floats(args[2]), yo, b.floats(result), to, n);
      case DOUBLE ->
          F64Ops.select(
              which, wo, b.doubles(args[1]), xo, b.doubles(args[2]), yo, b.doubles(result), to, n);
      case INT ->
          select(which, wo, b.ints(args[1]), xo, b.ints(args[2]), yo, b.ints(result), to, n);
      case LONG ->
          LongOps.select(
              which, wo, b.longs(args[1]), xo, b.longs(args[2]), yo, b.longs(result), to, n);
    }
  }

  /** Unary operations on floats; the caller rounds half types afterwards. */
  protected void unary(ScalarOp op, float[] x, int xo, float[] out, int to, int n) {
    F32Ops.unary(op, x, xo, out, to, n);
  }

  /** Unary operations on doubles. */
  protected void unary(ScalarOp op, double[] x, int xo, double[] out, int to, int n) {
    F64Ops.unary(op, x, xo, out, to, n);
  }

  /** Binary operations on floats. */
  protected void binary(
      ScalarOp op, float[] x, int xo, float[] y, int yo, float[] out, int to, int n) {
    F32Ops.binary(op, x, xo, y, yo, out, to, n);
  }

  /** Ternary operations on floats. */
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
    F32Ops.ternary(op, x, xo, y, yo, z, zo, out, to, n);
  }

  /** Compares floats; the result is 1 or 0. */
  protected void compare(
      ScalarOp op, float[] x, int xo, float[] y, int yo, int[] out, int to, int n) {
    F32Ops.compare(op, x, xo, y, yo, out, to, n);
  }

  /** Compares integers of a dtype of the int lane; the result is 1 or 0. */
  protected void compare(
      ScalarOp op, DType dtype, int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    IntOps.compare(op, dtype == DType.U32, x, xo, y, yo, out, to, n);
  }

  /** Binary operations on integers of the int lane; the caller wraps narrow dtypes afterwards. */
  protected void binary(
      ScalarOp op, DType dtype, int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    IntOps.binary(op, dtype, x, xo, y, yo, out, to, n);
  }

  /** {@return faster loops of a reduction by an operation on two values} */
  protected FoldLoops folds(ScalarOp step, DType dtype) {
    return FoldLoops.NONE;
  }

  /**
   * Folds the elements of {@code n} columns into their accumulators, one row after the other.
   *
   * @param stride distance of consecutive rows
   */
  public final void foldColumns(
      ReduceOp op, float[] sums, int to, float[] x, int at, int stride, int rows, int n) {
    new LaneFold(this, op, DType.F32).columns(sums, to, x, at, stride, rows, n);
  }

  /** Selects {@code y} where {@code which} is not 0, else {@code x}. */
  protected void select(
      int[] which, int wo, float[] x, int xo, float[] y, int yo, float[] out, int to, int n) {
    F32Ops.select(which, wo, x, xo, y, yo, out, to, n);
  }

  /** Selects {@code y} where {@code which} is not 0, else {@code x}. */
  protected void select(
      int[] which, int wo, int[] x, int xo, int[] y, int yo, int[] out, int to, int n) {
    IntOps.select(which, wo, x, xo, y, yo, out, to, n);
  }

  /** Converts between dtypes whose lanes are arrays of the given kinds. */
  protected void convert(DType from, Object x, int xo, DType to, Object out, int outOffset, int n) {
    Conversions.convertLanes(from, x, xo, to, out, outOffset, n);
    if (to.isFloating()) {
      round(to, out, outOffset, n);
    }
  }

  /** Rounds the values of a lane to a dtype, or wraps them. */
  protected void round(DType dtype, Object lane, int at, int n) {
    Conversions.round(dtype, lane, at, n);
  }
}
