/** Sizes as polynomials, and the texts of {@code @Dims} and {@code @Example}. */
@NullMarked
package io.cambric.processor.dims;

import org.jspecify.annotations.NullMarked;
