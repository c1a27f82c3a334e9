package io.cambric.module;

public final class Handle {}
