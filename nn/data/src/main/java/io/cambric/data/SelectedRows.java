package io.cambric.data;

/** Some values of another stage. */
final class SelectedRows<T> extends IndexedStage<T> {

  private final IndexedStage<T> from;
  private final Selection selection;

  SelectedRows(IndexedStage<T> from, Selection selection) {
    this.from = from;
    this.selection = selection;
  }

  @Override
  int count() {
    return selection.count(from.count());
  }

  @Override
  IndexedRows<T> rows(Epochs epochs) {
    return new Selected<>(from.rows(epochs), selection.indices(from.count(), epochs));
  }

  private static final class Selected<T> implements IndexedRows<T> {

    private final IndexedRows<T> from;
    private final int[] indices;

    Selected(IndexedRows<T> from, int[] indices) {
      this.from = from;
      this.indices = indices;
    }

    @Override
    public int size() {
      return indices.length;
    }

    @Override
    public T get(int index) {
      return from.get(indices[index]);
    }

    @Override
    public T batch(int[] chosen) {
      var inner = new int[chosen.length];
      for (int i = 0; i < inner.length; i++) {
        inner[i] = indices[chosen[i]];
      }
      return from.batch(inner);
    }
  }
}
