package io.cambric.data;

import java.util.function.Function;

/** A function of the values of an indexed stage. */
final class MappedRows<T, R> extends IndexedStage<R> {

  private final IndexedStage<T> from;
  private final Function<? super T, ? extends R> function;

  MappedRows(IndexedStage<T> from, Function<? super T, ? extends R> function) {
    this.from = from;
    this.function = function;
  }

  @Override
  int count() {
    return from.count();
  }

  @Override
  IndexedRows<R> rows(Epochs epochs) {
    return new Mapped<>(from.rows(epochs), function);
  }

  private record Mapped<T, R>(IndexedRows<T> from, Function<? super T, ? extends R> function)
      implements IndexedRows<R> {

    @Override
    public int size() {
      return from.size();
    }

    @Override
    public R get(int index) {
      return function.apply(from.get(index));
    }
  }
}
