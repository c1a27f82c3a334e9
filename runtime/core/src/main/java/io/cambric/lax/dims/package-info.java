/** Dimension numbers, paddings and modes: the parameters of functions of {@code Lax}. */
@NullMarked
package io.cambric.lax.dims;

import org.jspecify.annotations.NullMarked;
