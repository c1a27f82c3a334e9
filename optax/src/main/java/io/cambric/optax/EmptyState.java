package io.cambric.optax;

import io.cambric.annotations.PyTree;

/** The state of transformations that remember nothing: a node of a pytree without leaves. */
@PyTree
public record EmptyState() {}
