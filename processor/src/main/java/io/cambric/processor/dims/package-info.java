/** Sizes as polynomials, and the texts of {@code @Dims}. */
@NullMarked
package io.cambric.processor.dims;

import org.jspecify.annotations.NullMarked;
