package io.cambric.data.preprocess;

/** The kind of a column, determined from its cells. */
public enum ColumnKind {
  /** All cells are numbers or missing. */
  NUMBER,
  /** All cells are dates of ISO 8601, with or without a time, or missing. */
  DATE,
  /** Texts. */
  CATEGORY,
  /**
   * Each cell identifies its row: texts or whole numbers that all differ, such as keys. A network
   * memorises such a column, so it is usually better to ignore it.
   */
  IDENTITY
}
