package io.cambric.scope.lift;

public interface Lifting {}
