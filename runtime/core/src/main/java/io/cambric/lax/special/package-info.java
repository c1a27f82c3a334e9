/**
 * Special functions: gamma, incomplete gamma and beta, Bessel and zeta functions, with derivatives.
 *
 * <p>They are computed in double precision and rounded to the dtype of the operands.
 */
@NullMarked
package io.cambric.lax.special;

import org.jspecify.annotations.NullMarked;
