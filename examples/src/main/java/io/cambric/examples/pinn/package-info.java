/**
 * A physics-informed network: the solution of Burgers' equation, learnt from the equation alone.
 * Start with {@link io.cambric.examples.pinn.Burgers}.
 */
@NullMarked
package io.cambric.examples.pinn;

import org.jspecify.annotations.NullMarked;
