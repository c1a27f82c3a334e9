package io.cambric.data;

import io.cambric.core.Array;
import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.tree.Trees;

/** The rows of a tree of arrays along axis 0. */
final class ArrayRows<T> extends IndexedStage<T> {

  private final T arrays;
  private final int count;

  ArrayRows(T arrays) {
    this.arrays = arrays;
    this.count = commonLength(arrays);
  }

  private static int commonLength(Object arrays) {
    int count = -1;
    for (var leaf : Trees.leavesWithPath(arrays)) {
      if (!(leaf.leaf() instanceof Array array) || array.rank() == 0) {
        throw new DataException(
            "A dataset of arrays needs arrays with a leading axis, but %s is %s. For other values, use Dataset.of with a list."
                .formatted(
                    Leaf.named(leaf.path().toString()),
                    leaf.leaf() instanceof Array scalar ? scalar.aval() : leaf.leaf().getClass()));
      }
      if (count >= 0 && array.dim(0) != count) {
        throw new DataException(
            "A dataset of arrays needs leading axes of equal length, but %s has %d rows and an earlier array %d. Give each example one row in every array."
                .formatted(Leaf.named(leaf.path().toString()), array.dim(0), count));
      }
      count = array.dim(0);
    }
    if (count < 0) {
      throw new DataException(
          "A dataset of arrays needs at least one array, but the tree has no leaves. Pass "
              + "the arrays of the examples.");
    }
    return count;
  }

  @Override
  int count() {
    return count;
  }

  @Override
  IndexedRows<T> rows(Epochs epochs) {
    return new Slices<>(arrays, count);
  }

  private record Slices<T>(T arrays, int size) implements IndexedRows<T> {

    @Override
    public T get(int index) {
      return Trees.map(arrays, (Array array) -> array.concrete("Dataset").row(index));
    }

    @Override
    public T batch(int[] indices) {
      return Trees.map(arrays, (Array array) -> gather(array.concrete("Dataset"), indices));
    }

    /** Copies runs of consecutive rows at once. */
    private static NdArray gather(NdArray array, int[] indices) {
      var row = array.shape().slice(1, array.rank());
      var aval = array.aval().withShape(row.insert(0, indices.length));
      var buffer = HeapRoom.allocate(aval);
      int size = row.size();
      int i = 0;
      while (i < indices.length) {
        int run = 1;
        while (i + run < indices.length && indices[i + run] == indices[i] + run) {
          run++;
        }
        buffer.copyFrom(i * size, array.buffer(), array.offset() + indices[i] * size, run * size);
        i += run;
      }
      return NdArray.of(aval, buffer);
    }
  }
}
