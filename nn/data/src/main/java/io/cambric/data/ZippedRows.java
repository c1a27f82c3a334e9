package io.cambric.data;

import java.util.function.BiFunction;

/** A function of the values of two indexed stages. */
final class ZippedRows<T, U, R> extends IndexedStage<R> {

  private final IndexedStage<T> first;
  private final IndexedStage<U> second;
  private final BiFunction<? super T, ? super U, ? extends R> function;

  ZippedRows(
      IndexedStage<T> first,
      IndexedStage<U> second,
      BiFunction<? super T, ? super U, ? extends R> function) {
    this.first = first;
    this.second = second;
    this.function = function;
  }

  @Override
  int count() {
    return Math.min(first.count(), second.count());
  }

  @Override
  IndexedRows<R> rows(Epochs epochs) {
    return new Zipped<>(first.rows(epochs), second.rows(epochs), count(), function);
  }

  private record Zipped<T, U, R>(
      IndexedRows<T> first,
      IndexedRows<U> second,
      int size,
      BiFunction<? super T, ? super U, ? extends R> function)
      implements IndexedRows<R> {

    @Override
    public R get(int index) {
      return function.apply(first.get(index), second.get(index));
    }
  }
}
