package io.cambric.data;

import io.cambric.io.iterator.ResumableIterator;
import java.util.NoSuchElementException;

/** An iterator over rows; mutable. */
final class RowsIterator<T> implements ResumableIterator<T> {

  private final IndexedRows<T> rows;
  private int index;

  RowsIterator(IndexedRows<T> rows, int index) {
    this.rows = rows;
    this.index = index;
  }

  @Override
  public boolean hasNext() {
    return index < rows.size();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return rows.get(index++);
  }

  @Override
  public long[] position() {
    return new long[] {index};
  }

  @Override
  public void close() {
    // Rows are in memory.
  }
}
