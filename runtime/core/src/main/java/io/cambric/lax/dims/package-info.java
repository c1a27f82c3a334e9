/**
 * Dimension numbers, paddings and modes by which the functions of {@code Lax} are parameterised.
 */
@NullMarked
package io.cambric.lax.dims;

import org.jspecify.annotations.NullMarked;
