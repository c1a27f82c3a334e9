package io.cambric.data;

import io.cambric.errors.DataException;
import io.cambric.io.iterator.ResumableIterator;
import java.util.OptionalInt;

/** A stage whose values can be reached by their index, which is its position. */
abstract class IndexedStage<T> extends Stage<T> {

  abstract int count();

  abstract IndexedRows<T> rows(Epochs epochs);

  @Override
  final int numbers() {
    return 1;
  }

  @Override
  final OptionalInt size() {
    return OptionalInt.of(count());
  }

  @Override
  final ResumableIterator<T> open(long[] position, Epochs epochs) {
    if (position[0] > count()) {
      throw new DataException(
          "A position in a dataset of %d values needs an index of at most that number, but got %d. Resume with the data of the checkpoint."
              .formatted(count(), position[0]));
    }
    return new RowsIterator<>(rows(epochs), (int) position[0]);
  }

  @Override
  final Stage<T> select(Selection selection) {
    return new SelectedRows<>(this, selection);
  }
}
