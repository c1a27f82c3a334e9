/**
 * Loops over elements whose places are listed: they copy elements from there, store them there, or
 * combine them with what is there. Loops are by storage, since a copy needs no arithmetic.
 *
 * <p>Operations of {@code lax} that take indices use it.
 */
@NullMarked
package io.cambric.kernel.index;

import org.jspecify.annotations.NullMarked;
