package io.cambric.serialization;

/**
 * Marks records that are tuples in Flax, such as the carry of an LSTM cell. In a state dict, their
 * components have indices as keys, {@code "0"}, {@code "1"} and so on. Components of other records
 * have names.
 */
public interface StateTuple {}
