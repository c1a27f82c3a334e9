package io.cambric.tree;

/**
 * A leaf of a pytree with its key path.
 *
 * @param path from the root
 * @param leaf the leaf at the end of the path
 */
public record PathLeaf(KeyPath path, Object leaf) {}
