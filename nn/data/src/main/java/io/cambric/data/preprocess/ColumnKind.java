package io.cambric.data.preprocess;

/** The kind of a column, by the looks of its cells. */
public enum ColumnKind {
  /** All cells are numbers or missing. */
  NUMBER,
  /** All cells are dates of ISO 8601, with or without a time, or missing. */
  DATE,
  /** Texts. */
  CATEGORY,
  /**
   * Each cell names its row: texts or whole numbers that all differ, as of a register. A network
   * learns such a column by heart, so it is mostly better ignored.
   */
  IDENTITY
}
