package io.cambric.data;

/** The treatment of the last values, where they are fewer than a batch. */
public enum Remainder {
  /** They are left out, so that all batches have one shape and {@code jit} compiles once. */
  DROP,
  /** They are a smaller batch, as evaluation needs it, which counts every value. */
  KEEP
}
