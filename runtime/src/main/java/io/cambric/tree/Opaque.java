package io.cambric.tree;

/**
 * Marks types whose objects are leaves of pytrees, and static: configuration such as a gradient
 * transformation, whose numbers must not be taken for arrays.
 *
 * <p>Objects of the type never change, and {@code equals} compares what they hold: a program that
 * was traced for one serves each equal one. A record with this mark is no node.
 */
public interface Opaque {}
