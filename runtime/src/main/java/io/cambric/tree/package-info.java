/**
 * Pytrees: lists, maps, {@code @PyTree} records and leaves, flattened to a list and a structure and
 * built up again. Knows nothing of arrays: a leaf is any object that is not a node.
 */
@NullMarked
package io.cambric.tree;

import org.jspecify.annotations.NullMarked;
