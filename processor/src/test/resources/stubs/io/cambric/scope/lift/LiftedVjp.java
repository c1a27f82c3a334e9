package io.cambric.scope.lift;

public record LiftedVjp<A, R>(R value) {}
