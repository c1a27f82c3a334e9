package io.cambric.optax;

/** Stands for a leaf that a mask keeps from a transformation: a node without leaves. */
public record MaskedNode() {}
