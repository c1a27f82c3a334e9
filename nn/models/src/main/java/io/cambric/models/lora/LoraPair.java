package io.cambric.models.lora;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * The factors of an addition to a kernel {@code [in, out]}. A pytree.
 *
 * @param a {@code [in, rank]}
 * @param b {@code [rank, out]}
 */
@PyTree
public record LoraPair(Array a, Array b) {}
