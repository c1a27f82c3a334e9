/**
 * The operations, with the names and the strictness of {@code jax.lax}. Each operation is one
 * record in one file, with all of its rules.
 *
 * <p>Users call the functions of {@link io.cambric.lax.Lax}. Operands have one dtype and one shape,
 * or are scalars; nothing is promoted or broadcast. {@code io.cambric.numpy}, the layer above, does
 * both and then calls these functions.
 *
 * {@snippet :
 * Array y = Lax.mul(Lax.sin(x), x);
 * }
 *
 * <h2>An operation</h2>
 *
 * <p>An operation is a record of its static parameters. Equality of records is equality of
 * operations, which gives the compiler common subexpressions and cache keys.
 *
 * {@snippet :
 * record ReduceSum(Axes axes) implements LinearOp {
 *   // name, abstract evaluation, lowering, transpose, batching
 * }
 * }
 *
 * <p>A trait supplies the rules that follow from a property. {@code LinearOp} supplies the tangent
 * rule: the tangent goes through the operation itself. {@code ElementwiseOp} supplies shapes,
 * lowering and batching. A scalar function therefore takes a few lines:
 *
 * {@snippet :
 * record Sin() implements UnaryOp {
 *   public String name() {
 *     return "sin";
 *   }
 *
 *   public ScalarOp scalar() { return ScalarOp.SIN; }
 *
 *   public Array tangent(Array x, Array result, Array tangent) { return Lax.mul(tangent,
 *   Lax.cos(x)); } } }
 *
 * <h2>Four kinds of lowering</h2>
 *
 * <ul>
 *   <li><b>Elementwise.</b> {@code Exp}, {@code Add}: a scalar body for each point, which the
 *       compiler fuses with others.
 *   <li><b>Views.</b> {@code Transpose}, {@code BroadcastInDim}, {@code Slice}: another layout of
 *       the operand, without a copy.
 *   <li><b>Reductions.</b> {@code ReduceSum}, {@code ReduceMax}: fused with the loops around them.
 *   <li><b>Kernels.</b> {@code DotGeneral}, {@code ConvGeneralDilated}, {@code Sort}: a call of a
 *       kernel, with strided operands.
 * </ul>
 *
 * <p>Evaluation and compiled programs both follow from the lowering, so they give the same numbers.
 *
 * <h2>Derivatives</h2>
 *
 * <p>The jvp rule of a linear operation is the operation itself, and its transpose rule sends
 * cotangents back. Transposes come in pairs: broadcast and sum, slice and pad, gather and scatter,
 * all-gather and reduce-scatter. An operation that is not linear has a jvp rule made of linear
 * ones, and no transpose rule.
 *
 * <h2>Batching</h2>
 *
 * <p>A batching rule gets the position of the batch axis of each operand and does the same work for
 * all lanes at once. {@code ReduceSum} moves its axes up; {@code DotGeneral} names one more batch
 * dimension. The rule returns the result with the position of its batch axis.
 *
 * <h2>Custom operations</h2>
 *
 * <p>A user's record that implements {@link io.cambric.core.Primitive} is an operation like the
 * ones here. {@code Trace.bind(new MyOp(..), x)} applies it. A transformation that needs a missing
 * rule throws an error with the name of the operation. The law table of the tests checks every rule
 * of every operation here against another way to the same numbers.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.lax.html">jax.lax</a>
 */
@NullMarked
package io.cambric.lax;

import org.jspecify.annotations.NullMarked;
