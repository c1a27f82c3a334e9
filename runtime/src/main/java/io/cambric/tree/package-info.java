/**
 * Pytrees, as {@code jax.tree} has them: lists, maps, {@code @PyTree} records and leaves. A tree is
 * flattened to its leaves and a treedef, and rebuilt from them. The package knows no arrays; a leaf
 * is any object that is not a node.
 */
@NullMarked
package io.cambric.tree;

import org.jspecify.annotations.NullMarked;
