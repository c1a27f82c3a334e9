package io.cambric.data;

import java.util.List;

/** The values of a list. */
final class ListRows<T> extends IndexedStage<T> {

  private final List<T> values;

  ListRows(List<? extends T> values) {
    this.values = List.copyOf(values);
  }

  @Override
  int count() {
    return values.size();
  }

  @Override
  IndexedRows<T> rows(Epochs epochs) {
    return new Listed<>(values);
  }

  private record Listed<T>(List<T> values) implements IndexedRows<T> {

    @Override
    public int size() {
      return values.size();
    }

    @Override
    public T get(int index) {
      return values.get(index);
    }
  }
}
