package io.cambric.io.checkpoint;

/**
 * A restored tree, with a report on the values from the checkpoint.
 *
 * @param tree the target with values of the checkpoint
 * @param report the paths that were taken, kept and not used
 * @param <T> the type of the tree
 */
public record RestoreResult<T>(T tree, RestoreReport report) {}
