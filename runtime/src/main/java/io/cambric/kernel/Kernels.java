package io.cambric.kernel;

import io.cambric.array.DType;
import java.util.List;

/**
 * A set of kernels: all that touches the elements of arrays.
 *
 * <p>{@link PlainKernels} is the implementation in plain Java and the oracle of the tests; faster
 * sets are found by {@link java.util.ServiceLoader}. Implementations are stateless or thread-safe,
 * and deterministic: results depend on shapes and values only, not on the number of threads.
 *
 * <p>Operands may overlap only where an output is one of the inputs with the same offset and
 * strides.
 */
public interface Kernels {

  /** {@return a short name for logs, such as {@code plain} or {@code simd-512}} */
  String name();

  /** {@return the rank among providers; the largest that works is used; plain is 0} */
  int priority();

  /**
   * {@return whether faster code for what has been called is compiled in the background at this
   * moment; a benchmark waits for its end}
   */
  default boolean isWarming() {
    return false;
  }

  /**
   * Runs a body at each point of an iteration space and stores its results.
   *
   * @param dims sizes of the iteration space, outermost first; may be empty (one point); the last
   *     is at most {@link Block#LONGEST_ROW} if the body combines rows
   * @param inputs one operand an input, with a stride for each dim
   * @param outputs one operand a result, with a stride for each dim; a row value is stored once a
   *     row
   */
  void loop(LoopBody body, int[] dims, List<Operand> inputs, List<Operand> outputs);

  /**
   * Runs a body as {@link #loop} does over several iteration spaces, of which none reads what
   * another writes.
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
   * @param kept how many dims are kept
   * @param inputs one operand an input, with a stride for each dim
   * @param output with a stride for each kept dim
   */
  void reduce(
      ReduceOp op, LoopBody body, int[] dims, int kept, List<Operand> inputs, Operand output);

  /** Adds {@code n} floats to others, which share no element with them. */
  void add(float[] summands, int from, float[] sums, int to, int n);

  /**
   * Finds the index of the largest (or smallest) element along the last dim; the first of equals,
   * and the first NaN if there is one.
   *
   * @param dims kept dims, then the searched one, which is not empty
   * @param input a stride for each dim
   * @param output I32, a stride for each kept dim
   */
  void argReduce(boolean max, DType dtype, int[] dims, Operand input, Operand output);

  /** Multiplies a batch of matrices; {@code out} has strides for batch, rows and columns. */
  void matmul(MatmulSpec spec, Operand lhs, Operand rhs, Operand out);

  /**
   * Multiplies, runs loops on parts of an operand and of the dense result, and may keep what it
   * makes of an operand.
   */
  default void matmul(MatmulSpec spec, Operand lhs, Operand rhs, Operand out, CallContext context) {
    matmul(spec, context.operand(this, 0, lhs), context.operand(this, 1, rhs), out);
    context.finish(this);
  }

  /**
   * {@return whether computing an operand of a product where it is read is worth more than writing
   * it first}
   *
   * @param operand 0 or 1
   * @param strides of batch, rows and columns of the operand
   */
  default boolean takesPrologue(MatmulSpec spec, int operand, int[] strides) {
    return true;
  }

  /** Convolves; operands have a stride for each canonical dim of {@link ConvSpec}. */
  void conv(ConvSpec spec, DType dtype, Operand lhs, Operand rhs, Operand out);

  /** Convolves, and runs loops on parts of the images and of the dense result. */
  default void conv(
      ConvSpec spec, DType dtype, Operand lhs, Operand rhs, Operand out, CallContext context) {
    conv(spec, dtype, context.operand(this, 0, lhs), context.operand(this, 1, rhs), out);
    context.finish(this);
  }

  /**
   * {@return whether computing the images of a convolution where they are read is worth more than
   * writing them first}
   *
   * @param lhs strides of the images
   * @param rhs strides of the kernel
   * @param out strides of the result
   */
  default boolean takesPrologue(ConvSpec spec, DType dtype, int[] lhs, int[] rhs, int[] out) {
    return true;
  }

  /**
   * Reduces each window; padded elements do not count, an all-padding window gives the identity.
   */
  void reduceWindow(ReduceOp op, WindowSpec spec, DType dtype, Operand input, Operand output);

  /**
   * Scatters each source element to the element that its window selects: the largest ({@code max})
   * or smallest, the first of equals, a NaN before all. The gradient of max and min pooling.
   *
   * @param source shaped like the output of the window
   * @param output shaped like its input; overwritten
   */
  void selectAndScatterAdd(
      boolean max, WindowSpec spec, DType dtype, Operand source, Operand input, Operand output);

  /**
   * Gathers, for each window, the tangent at the element of the input that it selects, as in {@link
   * #selectAndScatterAdd}; 0 where the window holds only padding.
   */
  void selectAndGatherAdd(
      boolean max, WindowSpec spec, DType dtype, Operand tangents, Operand input, Operand output);

  /**
   * Attends: the mean of the values, weighed by the exponentials of their scores, without an array
   * of all scores.
   *
   * @param out batch, queries, heads, value size
   * @param logSums batch, heads, queries: the logarithm of the sum of the exponentials
   */
  void attention(ScoreSpec spec, ScoreOperands x, Operand out, Operand logSums);

  /**
   * The linear part of the derivative of attention: with weights {@code w = exp(score - logSum)}
   * and changes {@code c} of the scores, {@code out = (w c) value + w value'} and {@code sums}
   * those of {@code w c}. The derivative of the result of attention is {@code out - sums result}.
   *
   * @param tangents of queries, keys, values and bias; its mask is not read
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
   * The transpose of {@link #attentionTangent}, for a cotangent of its {@code out} and the negative
   * one of its {@code sums}: the gradient of attention, if these are the products of cotangent and
   * result.
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
