package io.cambric.kernel;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of kernels: the interface between programs and the machine. All code that reads or writes
 * elements of arrays is behind it.
 *
 * <p>{@code PlainKernels} is the implementation in plain Java and the oracle of the tests. {@link
 * java.util.ServiceLoader} finds faster sets. Implementations are stateless or thread-safe. They
 * are deterministic: results depend on shapes and values only, not on the number of threads.
 *
 * <p>Operands may overlap only where an output is one of the inputs with the same offset and
 * strides.
 */
public interface Kernels {

  /** {@return a short name for logs, such as {@code plain} or {@code simd-512}} */
  String name();

  /**
   * {@return the name of the arithmetic: kernels with the same name compute equal bits in all
   * replicas, on any processors}
   */
  default String arithmetic() {
    return name();
  }

  /**
   * {@return the rank among providers} The provider with the largest rank that can be loaded is
   * used; the plain kernels have 0.
   */
  int priority();

  /**
   * {@return whether faster code for earlier calls is being compiled in the background} Benchmarks
   * wait for its end.
   */
  default boolean isWarming() {
    return false;
  }

  /**
   * {@return whether small steps of programs may run as straight code instead of these kernels}
   * Reductions must then have the order of {@link io.cambric.kernel.block.TreeReduce}.
   */
  default boolean takesStraightCode() {
    return false;
  }

  /**
   * {@return vector code of a function of floats, for straight code; null if there is none} It
   * computes the same bits as {@link io.cambric.kernel.scalar.ScalarFunctions}.
   */
  default @Nullable FloatFunction function(ScalarOp op) {
    return null;
  }

  /**
   * Runs a body at each point of an iteration space and stores its results.
   *
   * @param dims sizes of the iteration space, outermost first; may be empty (one point); the last
   *     is at most {@code Block.LONGEST_ROW} if the body reduces rows
   * @param inputs one operand per input, with a stride for each dim
   * @param outputs one operand per result, with a stride for each dim; a per-row value is stored
   *     once per row
   */
  void loop(LoopBody body, int[] dims, List<Operand> inputs, List<Operand> outputs);

  /**
   * Runs a body, as {@link #loop} does, over several independent iteration spaces: none reads an
   * output of another.
   */
  default void loops(LoopBody body, List<LoopRun> runs) {
    runs.forEach(run -> loop(body, run.shape().toArray(), run.inputs(), run.outputs()));
  }

  /**
   * Runs a body with one result at each point and reduces it over the trailing dims.
   *
   * <p>Half types accumulate in f32. An empty reduction gives the identity of the operation: 0, 1,
   * the smallest or largest value (infinite for floating types), or all ones for {@code AND}.
   *
   * @param dims sizes of the iteration space, kept dims first
   * @param kept the number of kept dims
   * @param inputs one operand per input, with a stride for each dim
   * @param output the result, with a stride for each kept dim
   */
  void reduce(
      ReduceOp op, LoopBody body, int[] dims, int kept, List<Operand> inputs, Operand output);

  /**
   * Combines rows of a result with rows of updates, in order; the two buffers are different.
   *
   * @param op ADD, MUL, MIN or MAX
   * @param rows their places in the result
   * @param at position of the first row of updates
   * @param result a buffer of the same dtype
   * @param offset offset of the places
   */
  void update(ScalarOp op, ListedRows rows, Buffer updates, int at, Buffer result, int offset);

  /**
   * Computes the index of the largest (or smallest) element along the last dim. It is the first NaN
   * if there is one, else the first of equal elements.
   *
   * @param dims kept dims, then the searched dim, which is not empty
   * @param input a stride for each dim
   * @param output I32, a stride for each kept dim
   */
  void argReduce(boolean max, DType dtype, int[] dims, Operand input, Operand output);

  /** Multiplies a batch of matrices; {@code out} has strides for batch, rows and columns. */
  void matmul(MatmulSpec spec, Operand lhs, Operand rhs, Operand out);

  /**
   * Multiplies with a prologue on an operand, an epilogue on the dense result, and a prepacked
   * operand.
   */
  default void matmul(MatmulSpec spec, Operand lhs, Operand rhs, Operand out, FusedCall fused) {
    matmul(spec, fused.operand(this, 0, lhs), fused.operand(this, 1, rhs), out);
    fused.finish(this);
  }

  /**
   * {@return whether a prologue on an operand of a product is faster than the operand in memory}
   *
   * @param operand 0 or 1
   * @param strides strides of batch, rows and columns of the operand
   */
  default boolean takesPrologue(MatmulSpec spec, int operand, int[] strides) {
    return true;
  }

  /** Convolves; operands have a stride for each canonical dim of {@link ConvSpec}. */
  void conv(ConvSpec spec, DType dtype, Operand lhs, Operand rhs, Operand out);

  /** Convolves with a prologue on the images and an epilogue on the dense result. */
  default void conv(
      ConvSpec spec, DType dtype, Operand lhs, Operand rhs, Operand out, FusedCall fused) {
    conv(spec, dtype, fused.operand(this, 0, lhs), fused.operand(this, 1, rhs), out);
    fused.finish(this);
  }

  /**
   * {@return whether a prologue on the images of a convolution is faster than images in memory}
   *
   * @param lhs strides of the images
   * @param rhs strides of the kernel
   * @param out strides of the result
   */
  default boolean takesPrologue(ConvSpec spec, DType dtype, int[] lhs, int[] rhs, int[] out) {
    return true;
  }

  /** Reduces each window. Padding does not count; a window of padding alone gives the identity. */
  void reduceWindow(ReduceOp op, WindowSpec spec, DType dtype, Operand input, Operand output);

  /**
   * Scatters each source element to the element that its window selects. A window selects its
   * largest ({@code max}) or smallest element: the first of equal ones, and NaN before all others.
   * This is the gradient of max and min pooling.
   *
   * @param source array in the shape of the output of the window
   * @param output array in the shape of its input; overwritten
   */
  void selectAndScatterAdd(
      boolean max, WindowSpec spec, DType dtype, Operand source, Operand input, Operand output);

  /**
   * Gathers for each window the tangent at the element that it selects, as in {@link
   * #selectAndScatterAdd}; 0 for a window of padding alone.
   */
  void selectAndGatherAdd(
      boolean max, WindowSpec spec, DType dtype, Operand tangents, Operand input, Operand output);

  /**
   * Computes attention, the mean of the values weighted by the softmax of their scores, without
   * storing all scores.
   *
   * @param out batch, queries, heads, value size
   * @param logSums batch, heads, queries: the logarithm of the sum of the exponentials
   */
  void attention(ScoreSpec spec, ScoreOperands x, Operand out, Operand logSums);

  /**
   * Computes the linear part of the tangent of attention. With weights {@code w = exp(score -
   * logSum)} and tangents {@code c} of the scores, {@code out = (w c) value + w value'}, and {@code
   * sums} are the row sums of {@code w c}. The tangent of the result of attention is {@code out -
   * sums result}.
   *
   * @param tangents tangents of queries, keys, values and bias; its mask is not read
   * @param out batch, queries, heads, value size
   * @param sums batch, heads, queries
   */
  void attentionTangent(
      ScoreSpec spec,
      ScoreOperands x,
      Operand logSums,
      ScoreOperands tangents,
      Operand out,
      Operand sums);

  /**
   * Computes the transpose of {@link #attentionTangent}, for a cotangent of its {@code out} and the
   * negative cotangent of its {@code sums}. If the latter are the row products of cotangent and
   * result, this is the gradient of attention.
   */
  void attentionGradient(
      ScoreSpec spec,
      ScoreOperands x,
      Operand logSums,
      Operand cotangent,
      Operand sums,
      ScoreGradients out);

  /**
   * Encrypts {@code count} pairs of words with threefry2x32 and 20 rounds.
   *
   * <p>All operands have one stride; U32. Keys may have stride 0.
   *
   * @param in key word 0, key word 1, counter word 0, counter word 1
   * @param out the two result words
   */
  void threefry(int count, List<Operand> in, List<Operand> out);
}
