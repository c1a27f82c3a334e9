package io.cambric.tree;

/**
 * Marks types whose objects are static leaves of pytrees. An example is a gradient transformation,
 * whose numbers are configuration, not arrays.
 *
 * <p>Objects of the type are immutable, with {@code equals} by value, so a traced program serves
 * each equal object. A record with this mark is not a node.
 */
public interface Opaque {}
