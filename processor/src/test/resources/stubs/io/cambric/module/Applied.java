package io.cambric.module;

import io.cambric.scope.Variables;

public record Applied<R>(R output, Variables variables) {}
