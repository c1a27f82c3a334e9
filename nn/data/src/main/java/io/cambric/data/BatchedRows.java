package io.cambric.data;

/** Batches of an indexed stage, gathered in bulk. */
final class BatchedRows<T> extends IndexedStage<T> {

  private final IndexedStage<T> from;
  private final int size;
  private final Remainder remainder;

  BatchedRows(IndexedStage<T> from, int size, Remainder remainder) {
    this.from = from;
    this.size = size;
    this.remainder = remainder;
  }

  @Override
  int count() {
    return remainder == Remainder.KEEP ? Math.ceilDiv(from.count(), size) : from.count() / size;
  }

  @Override
  IndexedRows<T> rows(Epochs epochs) {
    return new Batches<>(from.rows(epochs), count(), size);
  }

  private record Batches<T>(IndexedRows<T> from, int size, int batchSize)
      implements IndexedRows<T> {

    @Override
    public T get(int index) {
      int start = index * batchSize;
      var indices = new int[Math.min(batchSize, from.size() - start)];
      for (int i = 0; i < indices.length; i++) {
        indices[i] = start + i;
      }
      return from.batch(indices);
    }
  }
}
