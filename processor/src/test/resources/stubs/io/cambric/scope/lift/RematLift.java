package io.cambric.scope.lift;

public record RematLift() implements Lifting {}
