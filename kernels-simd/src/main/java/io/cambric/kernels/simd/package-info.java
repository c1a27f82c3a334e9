/** Kernels written with the Vector API; found by {@link java.util.ServiceLoader}. */
@NullMarked
package io.cambric.kernels.simd;

import org.jspecify.annotations.NullMarked;
