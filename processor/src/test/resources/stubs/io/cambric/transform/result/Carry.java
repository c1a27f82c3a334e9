package io.cambric.transform.result;

public record Carry<C, Y>(C carry, Y output) {}
