package io.cambric.nn;

import io.cambric.annotations.PyTree;
import io.cambric.serialization.StateTuple;

/**
 * The carries of both directions.
 *
 * @param forward the carry of the network that runs forwards
 * @param backward the carry of the network that runs backwards
 * @param <F> the forward carry
 * @param <B> the backward carry
 */
@PyTree
public record BidirectionalCarry<F, B>(F forward, B backward) implements StateTuple {}
