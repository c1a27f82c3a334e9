/**
 * The kernels in plain Java, for all dtypes: the fallback where nothing faster can be loaded, and
 * the oracle of the tests.
 *
 * <p>{@link io.cambric.kernel.plain.PlainKernels} is the entry; faster sets extend it and leave to
 * it the calls that they do not take. {@link io.cambric.kernel.plain.WidenedKernels} gives a set of
 * f32 kernels those of half types.
 */
@NullMarked
package io.cambric.kernel.plain;

import org.jspecify.annotations.NullMarked;
