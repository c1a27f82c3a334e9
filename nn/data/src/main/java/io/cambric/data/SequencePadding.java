package io.cambric.data;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.tree.Trees;
import java.util.Arrays;
import java.util.List;

/** Stacks trees of sequences into batches of one length. */
final class SequencePadding {

  private SequencePadding() {}

  /** {@return the length along axis 0 of all arrays of a value that have axes} */
  static int length(Object value) {
    int length = -1;
    for (var leaf : Trees.leavesWithPath(value)) {
      if (!(leaf.leaf() instanceof Array array)) {
        throw new DataException(
            "A padded batch needs arrays, but %s is a %s. Map the values to arrays first."
                .formatted(Leaf.named(leaf.path().toString()), leaf.leaf().getClass().getName()));
      }
      if (array.rank() > 0) {
        if (length >= 0 && array.dim(0) != length) {
          throw new DataException(
              "A padded batch needs arrays of equal length in each value, but %s has length %d and an earlier array %d. Pad them yourself, or make them scalars."
                  .formatted(Leaf.named(leaf.path().toString()), array.dim(0), length));
        }
        length = array.dim(0);
      }
    }
    if (length < 0) {
      throw new DataException(
          "A padded batch needs an array with at least one axis in each value, but a "
              + "value has none. Use batch.");
    }
    return length;
  }

  /**
   * {@return the batch of some values}
   *
   * @param values at least one and at most {@code size}
   * @param length of the padded sequences, at least the length of each value
   */
  static <T> PaddedBatch<T> batch(List<T> values, int size, int length) {
    var mask = Shape.of(size, length);
    var kept = HeapRoom.allocate(new ShapedArray(mask, DType.BOOL));
    for (int i = 0; i < values.size(); i++) {
      int from = i * length;
      Arrays.fill(kept.bytes(), from, from + length(values.get(i)), (byte) 1);
    }
    T padded =
        Trees.mapAllWithPath(
            values, (String path, List<Array> leaves) -> pad(path, leaves, size, length));
    return new PaddedBatch<>(padded, NdArray.of(new ShapedArray(mask, DType.BOOL), kept));
  }

  private static Array pad(String path, List<Array> leaves, int size, int length) {
    var first = leaves.getFirst().aval();
    var element =
        first.shape().rank() == 0 ? first.shape() : first.shape().slice(1, first.shape().rank());
    var row = first.shape().rank() == 0 ? element : element.insert(0, length);
    var aval = first.withShape(row.insert(0, size));
    var buffer = HeapRoom.allocate(aval);
    for (int i = 0; i < leaves.size(); i++) {
      var values = leaves.get(i).concrete("paddedBatch");
      boolean fits =
          values.dtype() == first.dtype()
              && values.rank() == first.shape().rank()
              && (values.rank() == 0 || values.shape().slice(1, values.rank()).equals(element));
      if (!fits) {
        throw new DataException(
            "A padded batch needs values that differ only along axis 0, but %s is %s in the first value and %s in value %d. Resize the values."
                .formatted(Leaf.named(path), first, values.aval(), i));
      }
      buffer.copyFrom(i * row.size(), values.buffer(), values.offset(), values.size());
    }
    return NdArray.of(aval, buffer);
  }
}
