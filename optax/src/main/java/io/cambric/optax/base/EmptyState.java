package io.cambric.optax.base;

import io.cambric.annotations.PyTree;

/** The state of {@link Stateless} transformations: a node of a pytree without leaves. */
@PyTree
public record EmptyState() implements OptState {}
