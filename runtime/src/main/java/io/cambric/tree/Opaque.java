package io.cambric.tree;

/**
 * Marks records that are leaves, not nodes: configuration such as a gradient transformation, whose
 * numbers must not be taken for arrays.
 */
public interface Opaque {}
