package io.cambric.kernel.plain;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.ListedRows;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.LoopRun;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.ScoreGradients;
import io.cambric.kernel.ScoreOperands;
import io.cambric.kernel.ScoreSpec;
import io.cambric.kernel.WindowSpec;
import io.cambric.kernel.block.ArgFold;
import io.cambric.kernel.block.BlockLoop;
import io.cambric.kernel.block.BlockOps;
import io.cambric.kernel.block.Lane;
import io.cambric.kernel.block.TreeReduce;
import io.cambric.kernel.index.ElementUpdates;
import io.cambric.kernel.scalar.Threefry;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Kernels in plain Java for all dtypes: the fallback if nothing faster can be loaded, and the
 * oracle of the tests.
 *
 * <p>Sums and matrix products of floats are computed in double precision and rounded once to the
 * dtype. Like all kernels, they use the f32 functions of {@code ScalarMath} and its neighbours.
 * Half types are rounded after each instruction.
 */
public class PlainKernels implements Kernels {

  /** Bodies of elementwise products; all calls use the same objects, so their code is reused. */
  private static final Map<DType, LoopBody> PRODUCTS =
      Map.of(DType.F32, product(DType.F32), DType.F64, product(DType.F64));

  private final BlockOps ops;

  /** Creates the plain kernels. */
  public PlainKernels() {
    this(new BlockOps());
  }

  /** Creates kernels whose loop bodies run on other block operations. */
  protected PlainKernels(BlockOps ops) {
    this.ops = ops;
  }

  private static LoopBody product(DType dtype) {
    return LoopBody.of(ScalarOp.MUL, dtype, 0, List.of(dtype, dtype));
  }

  @Override
  public String name() {
    return "plain";
  }

  @Override
  public int priority() {
    return 0;
  }

  @Override
  public void loop(LoopBody body, int[] dims, List<Operand> inputs, List<Operand> outputs) {
    BlockLoop.run(ops, body, dims, inputs, outputs);
  }

  @Override
  public void loops(LoopBody body, List<LoopRun> runs) {
    BlockLoop.run(ops, body, runs);
  }

  @Override
  public void update(
      ScalarOp op, ListedRows rows, Buffer updates, int at, Buffer result, int offset) {
    ElementUpdates.run(op, rows, updates, at, result, offset);
  }

  @Override
  public void reduce(
      ReduceOp op, LoopBody body, int[] dims, int kept, List<Operand> inputs, Operand output) {
    if (Lane.of(output.buffer().dtype()) == Lane.FLOAT) {
      PlainReduce.run(ops, op, body, dims, kept, inputs, output);
    } else {
      TreeReduce.run(ops, op, body, dims, kept, inputs, output);
    }
  }

  /**
   * Reduces float values in f32 by fixed trees, with the same bits on every machine. For providers;
   * faster than {@link #reduce}, which sums in double precision.
   *
   * @return whether the reduction is supported; other lanes and bitwise operations are not
   */
  protected final boolean reduceFloats(
      ReduceOp op, LoopBody body, int[] dims, int kept, List<Operand> inputs, Operand output) {
    if (Lane.of(output.buffer().dtype()) != Lane.FLOAT) {
      return false;
    }
    TreeReduce.run(ops, op, body, dims, kept, inputs, output);
    return true;
  }

  @Override
  public void argReduce(boolean max, DType dtype, int[] dims, Operand input, Operand output) {
    ArgFold.run(ops, max, dtype, dims, input, output);
  }

  @Override
  public void matmul(MatmulSpec spec, Operand lhs, Operand rhs, Operand out) {
    if (spec.ofVectors() && spec.dtype() == DType.F64) {
      multiplyVectors(spec, lhs, rhs, out);
    } else {
      PlainMatmul.run(spec, lhs, rhs, out);
    }
  }

  /** Multiplies pairs of vectors with the sums of {@link #reduce} over elementwise products. */
  protected final void multiplyVectors(MatmulSpec spec, Operand lhs, Operand rhs, Operand out) {
    int[] x = lhs.strides();
    int[] y = rhs.strides();
    reduce(
        ReduceOp.SUM,
        Objects.requireNonNull(PRODUCTS.get(spec.dtype())),
        new int[] {spec.batch(), spec.inner()},
        1,
        List.of(
            new Operand(lhs.buffer(), lhs.offset(), new int[] {x[0], x[2]}),
            new Operand(rhs.buffer(), rhs.offset(), new int[] {y[0], y[1]})),
        new Operand(out.buffer(), out.offset(), new int[] {out.strides()[0]}));
  }

  @Override
  public void conv(ConvSpec spec, DType dtype, Operand lhs, Operand rhs, Operand out) {
    PlainConv.run(spec, dtype, lhs, rhs, out);
  }

  @Override
  public void reduceWindow(
      ReduceOp op, WindowSpec spec, DType dtype, Operand input, Operand output) {
    PlainWindow.reduce(op, spec, dtype, input, output);
  }

  @Override
  public void selectAndScatterAdd(
      boolean max, WindowSpec spec, DType dtype, Operand source, Operand input, Operand output) {
    PlainWindow.scatter(max, spec, dtype, source, input, output);
  }

  @Override
  public void selectAndGatherAdd(
      boolean max, WindowSpec spec, DType dtype, Operand tangents, Operand input, Operand output) {
    PlainWindow.gather(max, spec, dtype, tangents, input, output);
  }

  @Override
  public void attention(ScoreSpec spec, ScoreOperands x, Operand out, Operand logSums) {
    PlainAttention.run(spec, x, out, logSums);
  }

  @Override
  public void attentionTangent(
      ScoreSpec spec,
      ScoreOperands x,
      Operand logSums,
      ScoreOperands tangents,
      Operand out,
      Operand sums) {
    PlainAttention.tangent(spec, x, logSums, tangents, out, sums);
  }

  @Override
  public void attentionGradient(
      ScoreSpec spec,
      ScoreOperands x,
      Operand logSums,
      Operand cotangent,
      Operand sums,
      ScoreGradients out) {
    PlainAttention.gradient(spec, x, logSums, cotangent, sums, out);
  }

  @Override
  public void threefry(int count, List<Operand> in, List<Operand> out) {
    Threefry.run(count, in, out);
  }
}
