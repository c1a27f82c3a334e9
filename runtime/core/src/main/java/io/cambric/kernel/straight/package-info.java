/**
 * Straight code: the code of several small steps of a program as one class, without a call of a
 * kernel for each.
 *
 * <p>A call of a kernel takes a fraction of a microsecond before its first element. That is nothing
 * for a large array, and most of the time for a dozen elements. A {@link
 * io.cambric.kernel.straight.SmallStep} says what a call computes. {@link
 * io.cambric.kernel.straight.StraightWriter} writes loops over its points as bytecode, with each
 * value in a local variable, and the JIT compiles all steps together.
 *
 * <p>Example: a step of a Runge-Kutta method for three variables has eight loops of up to three
 * points. Their straight code has no loop that is not unrolled.
 *
 * <p>A function such as {@code exp} takes longer than all arithmetic around it. A step with such a
 * function is divided, and vector code of the kernels computes the function of all points.
 *
 * <p>The bits are the same as in the kernels. Operations on single values are the methods that
 * plain loops call. Sums have the tree of {@link io.cambric.kernel.block.TreeReduce}; a reduction
 * with another order is no small step.
 */
@NullMarked
package io.cambric.kernel.straight;

import org.jspecify.annotations.NullMarked;
