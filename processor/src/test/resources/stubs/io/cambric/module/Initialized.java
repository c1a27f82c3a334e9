package io.cambric.module;

import io.cambric.scope.Variables;

public record Initialized<R>(R output, Variables variables) {}
