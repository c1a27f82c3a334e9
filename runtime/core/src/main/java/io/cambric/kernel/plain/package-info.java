/**
 * The kernels in plain Java, for all dtypes: the fallback if nothing faster can be loaded, and the
 * oracle of the tests.
 *
 * <p>{@link io.cambric.kernel.plain.PlainKernels} is the entry point. Faster sets extend it and
 * inherit the calls that they do not override. {@link io.cambric.kernel.plain.WidenedKernels} gives
 * f32 kernels support for half types.
 */
@NullMarked
package io.cambric.kernel.plain;

import org.jspecify.annotations.NullMarked;
