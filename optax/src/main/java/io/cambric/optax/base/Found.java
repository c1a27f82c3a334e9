package io.cambric.optax.base;

import org.jspecify.annotations.Nullable;

/**
 * A value inside of a state, as the result of a search.
 *
 * @param path of names from the top of the tree, such as {@code 1/0/count}
 * @param holder the record, map or list that holds the value; {@code null} for the tree itself
 * @param value the value: a leaf or a subtree
 * @param <T> its type
 */
public record Found<T>(String path, @Nullable Object holder, T value) {}
