package io.cambric.tree;

public interface Opaque {}
