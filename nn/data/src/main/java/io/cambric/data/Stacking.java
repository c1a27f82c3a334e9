package io.cambric.data;

import io.cambric.core.Array;
import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.errors.CambricException;
import io.cambric.errors.DataException;
import io.cambric.numpy.Numpy;
import io.cambric.tree.Trees;
import java.util.List;

/** Stacks values into batches: each leaf gets a new axis 0. */
final class Stacking {

  private Stacking() {}

  static <T> T stack(List<T> values) {
    try {
      return Trees.mapAllWithPath(values, Stacking::leaf);
    } catch (ClassCastException | IllegalArgumentException e) {
      throw unfit(values, e);
    } catch (CambricException e) {
      if (e instanceof DataException) {
        throw e;
      }
      throw unfit(values, e);
    }
  }

  private static DataException unfit(List<?> values, RuntimeException cause) {
    return new DataException(
        "A batch needs values of equal structure with leaves that can be arrays, but values of %s have none: %s Use batchColumns for records of numbers, or batch with a function."
            .formatted(values.getFirst().getClass().getName(), cause.getMessage()),
        cause);
  }

  private static Array leaf(String path, List<Object> leaves) {
    if (leaves.getFirst() instanceof Array) {
      return arrays(path, leaves);
    }
    if (leaves.getFirst() instanceof Number || leaves.getFirst() instanceof Boolean) {
      return Numpy.array(leaves);
    }
    throw new DataException(
        "A batch needs arrays, numbers and booleans at its leaves, but %s is a %s. Map the values to arrays first."
            .formatted(Leaf.named(path), leaves.getFirst().getClass().getName()));
  }

  private static NdArray arrays(String path, List<Object> leaves) {
    var first = ((Array) leaves.getFirst()).aval();
    int size = first.shape().size();
    var aval = first.withShape(first.shape().insert(0, leaves.size()));
    var buffer = HeapRoom.allocate(aval);
    for (int i = 0; i < leaves.size(); i++) {
      if (!(leaves.get(i) instanceof Array array)
          || !array.shape().equals(first.shape())
          || array.dtype() != first.dtype()) {
        throw new DataException(
            "A batch needs values of equal shape and dtype, but %s is %s in the first value and %s in value %d. Resize or pad the values, or use paddedBatch."
                .formatted(
                    Leaf.named(path),
                    first,
                    leaves.get(i) instanceof Array other ? other.aval() : leaves.get(i).getClass(),
                    i));
      }
      var values = array.concrete("batch");
      buffer.copyFrom(i * size, values.buffer(), values.offset(), size);
    }
    return NdArray.of(aval, buffer);
  }
}
