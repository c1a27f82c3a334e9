/**
 * A reversible residual network: a custom rule on a lifted module, whose backward pass computes the
 * inputs of each block from its outputs. Start with {@link
 * io.cambric.examples.reversible.ReversibleStackDef}.
 */
@NullMarked
package io.cambric.examples.reversible;

import org.jspecify.annotations.NullMarked;
