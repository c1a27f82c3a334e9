package io.cambric.data;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keeps the first line of a content as Commons CSV reads it; mutable. */
final class FirstLine implements LineTarget {

  private @Nullable CsvRow row;

  /** {@return the line, which was added} */
  CsvRow row() {
    return Objects.requireNonNull(row);
  }

  /** {@return false, so that Commons CSV reads the line} */
  @Override
  public boolean store(int field, byte[] bytes, int from, int to) {
    return false;
  }

  @Override
  public void endRow() {
    throw new IllegalStateException("A row ended, but none of its fields was stored.");
  }

  @Override
  public void add(CsvRow row) {
    this.row = row;
  }
}
