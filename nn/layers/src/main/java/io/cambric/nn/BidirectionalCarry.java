package io.cambric.nn;

import io.cambric.annotations.PyTree;
import io.cambric.serialization.StateTuple;

/**
 * The carries of both directions.
 *
 * @param forward that of the network that runs forwards
 * @param backward that of the network that runs backwards
 * @param <F> the carry of the one
 * @param <B> the carry of the other
 */
@PyTree
public record BidirectionalCarry<F, B>(F forward, B backward) implements StateTuple {}
