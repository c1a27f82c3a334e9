package io.cambric.scope;

public final class Rngs {}
