package io.cambric.tree;

/**
 * Marks a type with objects that are static leaves of pytrees. An example is a gradient
 * transformation: its numbers are configuration, not arrays.
 *
 * <p>Objects of the type are immutable, with {@code equals} by value, so a traced program serves
 * all equal objects. A record with this mark is not a node.
 */
public interface Opaque {}
