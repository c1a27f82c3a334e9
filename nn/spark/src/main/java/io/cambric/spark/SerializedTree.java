package io.cambric.spark;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.serialization.Serialization;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tree of arrays in the form in which Spark sends objects: its state dict, whose arrays are
 * bytes.
 */
final class SerializedTree implements Serializable {

  private static final long serialVersionUID = 1L;

  private final @Nullable Serializable root;

  private SerializedTree(@Nullable Serializable root) {
    this.root = root;
  }

  /** An array. */
  private record Leaf(DType dtype, int[] shape, byte[] bytes) implements Serializable {

    static Leaf of(NdArray array) {
      var bytes =
          ByteBuffer.allocate(Math.toIntExact(array.aval().bytes())).order(ByteOrder.LITTLE_ENDIAN);
      array.buffer().write(bytes, array.offset(), array.size());
      return new Leaf(array.dtype(), array.shape().toArray(), bytes.array());
    }

    NdArray array() {
      var aval = new ShapedArray(Shape.of(shape), dtype);
      var buffer = Buffer.allocate(aval.dtype(), aval.shape().size());
      buffer.read(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 0, aval.shape().size());
      return NdArray.of(aval, buffer);
    }
  }

  static SerializedTree of(Object tree) {
    return new SerializedTree(serialized(Serialization.toStateDict(tree)));
  }

  private static @Nullable Serializable serialized(@Nullable Object node) {
    return switch (node) {
      case null -> null;
      case Map<?, ?> map -> {
        var children = new LinkedHashMap<Object, @Nullable Serializable>();
        map.forEach((name, child) -> children.put(name, serialized(child)));
        yield children;
      }
      case Array array -> Leaf.of(array.concrete("serialization"));
      default -> (Serializable) node;
    };
  }

  /** {@return the state dict: maps of maps and arrays} */
  @Nullable Object stateDict() {
    return restored(root);
  }

  private static @Nullable Object restored(@Nullable Object node) {
    return switch (node) {
      case null -> null;
      case Map<?, ?> map -> {
        var children = new LinkedHashMap<Object, @Nullable Object>();
        map.forEach((name, child) -> children.put(name, restored(child)));
        yield children;
      }
      case Leaf leaf -> leaf.array();
      default -> node;
    };
  }

  /** {@return a tree like the target with these arrays} */
  <T> T restore(T target) {
    return Serialization.fromStateDict(target, stateDict());
  }
}
