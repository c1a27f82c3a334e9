package io.cambric.core;

import org.jspecify.annotations.Nullable;

/**
 * The axis a vmap runs over.
 *
 * @param size number of lanes
 * @param name for collectives, or {@code null}
 */
public record MappedAxis(int size, @Nullable String name) {}
