package io.cambric.io.checkpoint;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import org.jspecify.annotations.Nullable;

/** The leaves of trees in checkpoints: arrays, numbers as scalars, and nothing else. */
final class CheckpointLeaves {

  /** The name of the array if the tree is a single array. */
  static final String WHOLE = "value";

  private CheckpointLeaves() {}

  static String name(String path) {
    return path.isEmpty() ? WHOLE : path;
  }

  /** {@return the array to save for a leaf; null for none} */
  static @Nullable NdArray array(Object leaf) {
    return switch (leaf) {
      case Array array -> array.concrete("Saving a checkpoint");
      case Boolean flag -> NdArray.scalar(DType.BOOL, flag ? 1 : 0);
      case Byte number -> NdArray.scalar(DType.I8, number);
      case Short number -> NdArray.scalar(DType.I16, number);
      case Integer number -> NdArray.scalar(DType.I32, number);
      case Long number -> whole(Shape.scalar(), number);
      case long[] numbers -> whole(Shape.of(numbers.length), numbers.clone());
      case Float number -> NdArray.scalar(DType.F32, number);
      case Double number -> NdArray.scalar(DType.F64, number);
      default -> null;
    };
  }

  private static NdArray whole(Shape shape, long... numbers) {
    return NdArray.of(new ShapedArray(shape, DType.I64), Buffer.wrap(DType.I64, numbers));
  }

  /** {@return a saved array as a leaf of the same kind as a leaf with the same aval} */
  static Object like(Object leaf, NdArray saved) {
    return switch (leaf) {
      // A file does not store whether a dtype is weak, which affects the results of later steps.
      case Array array -> saved.withAval(array.aval());
      case Boolean _ -> saved.item() != 0;
      case Byte _ -> (byte) saved.item();
      case Short _ -> (short) saved.item();
      case Integer _ -> (int) saved.item();
      case Long _ -> saved.getLong(0);
      case long[] _ -> longs(saved);
      case Float _ -> (float) saved.item();
      case Double _ -> saved.item();
      default -> saved;
    };
  }

  private static long[] longs(NdArray saved) {
    var numbers = new long[saved.size()];
    System.arraycopy(saved.buffer().longs(), saved.offset(), numbers, 0, numbers.length);
    return numbers;
  }
}
