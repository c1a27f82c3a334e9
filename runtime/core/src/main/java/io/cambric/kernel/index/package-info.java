/**
 * Loops over elements at listed places: they read elements, store elements, or combine elements
 * with updates. Each storage has its own loops, because a copy needs no arithmetic.
 *
 * <p>Operations of {@code lax} that take indices use the package.
 */
@NullMarked
package io.cambric.kernel.index;

import org.jspecify.annotations.NullMarked;
