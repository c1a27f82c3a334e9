package io.cambric.data;

/** The treatment of the last values if they are fewer than a batch. */
public enum Remainder {
  /** They are left out, so that all batches have one shape and {@code jit} compiles once. */
  DROP,
  /** They are a smaller batch. Evaluation needs this, because it counts every value. */
  KEEP
}
