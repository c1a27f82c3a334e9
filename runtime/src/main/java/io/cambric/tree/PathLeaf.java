package io.cambric.tree;

/**
 * A leaf and the way to it.
 *
 * @param path from the root
 * @param leaf at its end
 */
public record PathLeaf(KeyPath path, Object leaf) {}
