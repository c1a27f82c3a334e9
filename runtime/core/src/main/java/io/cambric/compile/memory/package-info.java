/**
 * Memory planning: gives every place of the steps a slot, which is an argument, a result, or a
 * buffer.
 *
 * <p>{@code BufferAssignment} lets values share a buffer if their live ranges do not overlap. In
 * the example of {@link io.cambric.compile} the product {@code a} has a buffer of 8192 bytes, and
 * {@code i} is the fresh array of the result:
 *
 * <pre>
 * buf0:f32[64,32] = dot_general arg0 arg1
 * out0:f32[64,32] = loop [64, 32] buf0 arg2
 * </pre>
 *
 * <p>The package uses {@code compile.step} for the steps and {@code compile.run} for the program.
 */
@NullMarked
package io.cambric.compile.memory;

import org.jspecify.annotations.NullMarked;
