/** A network that learns the solution of Burgers' equation from the equation alone, in one file. */
@NullMarked
package io.cambric.examples.pinn;

import org.jspecify.annotations.NullMarked;
