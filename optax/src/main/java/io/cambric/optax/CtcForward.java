package io.cambric.optax;

import io.cambric.core.Array;

/**
 * Losses of connectionist temporal classification, and the forward probabilities from which they
 * follow.
 *
 * @param losses one for each sequence, {@code [batch]}
 * @param logAlphaPhi logarithms of the probabilities of having emitted n labels at a time, with a
 *     blank last, {@code [time, batch, n + 1]}
 * @param logAlphaEmit the same with the n-th label last, {@code [time, batch, n]}
 */
public record CtcForward(Array losses, Array logAlphaPhi, Array logAlphaEmit) {}
