/**
 * Steps, the kernel calls of a program before memory is planned, and the passes over them.
 *
 * <p>A {@code Step} reads and writes {@code Value}s. A value is a layout of a {@code Place}, which
 * is not memory yet. {@code StepEmitter} makes a {@code FusedProgram} of the partition of {@code
 * compile.fusion}. Each pass takes such a program and returns an equal one. In the example of
 * {@link io.cambric.compile} there are two steps:
 *
 * <pre>
 * a = dot_general x w
 * i = loop [64, 32]: add, tanh, row_sum, mul, sub
 * </pre>
 *
 * <p>The package uses {@code compile.fusion}, {@code core} and {@code kernel}.
 */
@NullMarked
package io.cambric.compile.step;

import org.jspecify.annotations.NullMarked;
