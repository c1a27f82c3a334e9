/**
 * Straight code: the code of several small steps of a program in one class, without a call of a
 * kernel for each.
 *
 * <p>The call of a kernel has a fixed cost. It is negligible for a large array, but most of the
 * time for a dozen elements. A {@link io.cambric.kernel.straight.SmallStep} describes the
 * computation of a call. {@link io.cambric.kernel.straight.StraightWriter} writes loops over its
 * points as bytecode, with each value in a local variable. The JIT compiles all steps together.
 *
 * <p>Example: a step of a Runge-Kutta method for three variables has eight loops of up to three
 * points. In straight code, all of these loops are unrolled.
 *
 * <p>A function such as {@code exp} takes longer than all arithmetic around it. A step with such a
 * function is split, and vector code of the kernels computes the function at all points.
 *
 * <p>The bits are the same as in the kernels. Operations on single values are the methods that
 * plain loops call. Sums have the tree of {@link io.cambric.kernel.block.TreeReduce}; a reduction
 * in another order is not a small step.
 */
@NullMarked
package io.cambric.kernel.straight;

import org.jspecify.annotations.NullMarked;
