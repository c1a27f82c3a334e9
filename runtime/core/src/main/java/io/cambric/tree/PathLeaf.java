package io.cambric.tree;

/**
 * A leaf of a pytree with its key path.
 *
 * @param path from the root
 * @param leaf at its end
 */
public record PathLeaf(KeyPath path, Object leaf) {}
