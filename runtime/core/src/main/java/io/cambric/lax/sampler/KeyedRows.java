package io.cambric.lax.sampler;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.Operand;
import io.cambric.kernel.scalar.Threefry;
import io.cambric.lax.op.Batching;
import java.util.ArrayList;
import java.util.List;

/**
 * The shapes of samplers with a rejection loop: keys {@code u32[b..., 2]}, and parameters of the
 * shape of the samples, {@code [b..., s...]}. All numbers of a row {@code [s...]} come from one
 * key.
 *
 * @param rows number of keys
 * @param columns numbers drawn from each key
 */
record KeyedRows(int rows, int columns) {

  /** {@return the rows of the operands of a sampler, keys first} */
  static KeyedRows of(List<ShapedArray> operands) {
    var keys = operands.getFirst().shape();
    var shape = operands.get(1).shape();
    int batch = keys.rank() - 1;
    return new KeyedRows(keys.slice(0, batch).size(), shape.slice(batch, shape.rank()).size());
  }

  /** {@return the key of a row, from dense words} */
  static long key(Operand keys, int row) {
    int at = keys.offset() + 2 * row;
    return Threefry.key(keys.buffer().ints()[at], keys.buffer().ints()[at + 1]);
  }

  /** {@return the aval of the samples, which is the aval of the first parameter} */
  static ShapedArray type(String name, List<ShapedArray> operands) {
    var keys = operands.getFirst();
    var parameters = operands.subList(1, operands.size());
    var first = parameters.getFirst();
    boolean floating = parameters.stream().allMatch(x -> x.dtype() == first.dtype());
    if (keys.dtype() != DType.U32 || !floating || !first.dtype().isFloating()) {
      throw new DTypeException(
          "%s needs keys of u32 words and parameters with the same floating dtype, but got %s."
              .formatted(name, operands));
    }
    int batch = keys.rank() - 1;
    boolean fits =
        batch >= 0
            && keys.shape().dim(batch) == 2
            && first.rank() >= batch
            && first.shape().slice(0, batch).equals(keys.shape().slice(0, batch))
            && parameters.stream().allMatch(x -> x.shape().equals(first.shape()));
    if (!fits) {
      throw new ShapeException(
          "%s needs keys [b..., 2] and parameters of equal shape [b..., s...], but got %s."
              .formatted(name, operands));
    }
    return new ShapedArray(first.shape(), first.dtype());
  }

  /** A batch axis is one more leading axis of keys and parameters. */
  static Batched batch(
      Primitive sampler, MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var inFront = new ArrayList<Array>(operands.size());
    for (int i = 0; i < operands.size(); i++) {
      inFront.add(Batching.toFront(axis, operands.get(i), axes.get(i)));
    }
    return new Batched(Trace.bind(sampler, inFront), List.of(0));
  }
}
