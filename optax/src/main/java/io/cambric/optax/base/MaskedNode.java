package io.cambric.optax.base;

/** The placeholder of a leaf that a mask hides from a transformation: a node without leaves. */
public record MaskedNode() {}
