package io.cambric.frameworks.orbax;

import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.frameworks.content.ArrayHeader;
import io.cambric.io.RawArray;
import io.cambric.io.WeightEntry;
import io.cambric.io.WeightFile;
import io.cambric.serialization.ExtValue;
import io.cambric.serialization.NumpyScalar;
import io.cambric.serialization.Serialization;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file of {@code flax.serialization}, read as a whole.
 *
 * <p>The name of an array is the path of its keys, as in {@code params/Dense_0/kernel}; the items
 * of lists have numbers. Leaves that are no arrays, such as numbers of Python, are left out; {@link
 * Serialization#msgpackRestore(Path)} gives the whole tree.
 */
public final class FlaxMsgpackFile implements WeightFile {

  private final Path file;
  private final Map<String, Object> arrays;

  private FlaxMsgpackFile(Path file, Map<String, Object> arrays) {
    this.file = file;
    this.arrays = arrays;
  }

  /**
   * {@return the arrays of a file}
   *
   * @throws DataException if the file is missing, is damaged, or has a value of an unknown kind
   */
  public static FlaxMsgpackFile open(Path file) {
    var arrays = new LinkedHashMap<String, Object>();
    var pending = new ArrayDeque<Node>();
    pending.push(new Node("", Serialization.msgpackRestore(file)));
    while (!pending.isEmpty()) {
      var node = pending.pop();
      var children = children(node);
      // The last child that is put on the stack is the first to be read.
      children.reversed().forEach(pending::push);
      var array = array(node.value(), file);
      if (array != null && arrays.put(node.name(), array) != null) {
        throw new DataException(
            "File %s has two arrays named %s. Rename a key that has a slash."
                .formatted(file, Quoted.of(node.name())));
      }
    }
    return new FlaxMsgpackFile(file, arrays);
  }

  /** A part of the tree, under the path of its keys. */
  private record Node(String name, @Nullable Object value) {

    Node child(String key, @Nullable Object child) {
      return new Node(name.isEmpty() ? key : name + "/" + key, child);
    }
  }

  private static List<Node> children(Node node) {
    var children = new ArrayList<Node>();
    switch (node.value()) {
      case Map<?, ?> map ->
          map.forEach((key, value) -> children.add(node.child(key.toString(), value)));
      case List<?> list -> {
        for (int i = 0; i < list.size(); i++) {
          children.add(node.child(Integer.toString(i), list.get(i)));
        }
      }
      case null, default -> {}
    }
    return children;
  }

  /** {@return an {@link NdArray} or a {@link RawArray}; null for another value} */
  private static @Nullable Object array(@Nullable Object value, Path file) {
    return switch (value) {
      case NdArray array -> array;
      case RawArray array -> array;
      case NumpyScalar(var array) -> array;
      case ExtValue(int code, var _) ->
          throw new DataException(
              "File %s has a value of the extension type %d, which Flax does not write. Write it again with flax.serialization."
                  .formatted(file, code));
      case null, default -> null;
    };
  }

  @Override
  public String format() {
    return "Flax, msgpack";
  }

  @Override
  public List<WeightEntry> entries() {
    var entries = new ArrayList<WeightEntry>();
    arrays.forEach((name, array) ->
        entries.add(
            switch (array) {
              case RawArray raw ->
                  new WeightEntry(
                      name, raw.dtype(), sizes(raw.shape().toArray()), raw.data().remaining());
              default -> {
                var aval = ((NdArray) array).aval();
                yield new WeightEntry(
                    name, aval.dtype().jaxName(), sizes(aval.shape().toArray()), aval.bytes());
              }
            }));
    return entries;
  }

  private static List<Long> sizes(int[] sizes) {
    return Arrays.stream(sizes).asLongStream().boxed().toList();
  }

  /** {@return the names of the arrays whose dtypes Cambric has, in the order of the file} */
  @Override
  public Set<String> names() {
    var names = new LinkedHashSet<String>();
    arrays.forEach((name, array) -> {
      if (array instanceof NdArray) {
        names.add(name);
      }
    });
    return Collections.unmodifiableSet(names);
  }

  @Override
  public ShapedArray aval(String name) {
    return get(name).aval();
  }

  @Override
  public NdArray get(String name) {
    var array = arrays.get(name);
    if (array == null) {
      throw new DataException(
          "%s has no array named %s among its %d arrays. names() lists them."
              .formatted(file, Quoted.of(name), arrays.size()));
    }
    if (array instanceof RawArray raw) {
      throw ArrayHeader.unknownDType(
          "Array %s of %s".formatted(Quoted.of(name), file),
          raw.dtype(),
          "Read the tree with Serialization.msgpackRestore.");
    }
    return (NdArray) array;
  }

  /** Does nothing, since all arrays are in memory. */
  @Override
  public void close() {}

  /** {@return the file and the number of arrays} */
  @Override
  public String toString() {
    return "FlaxMsgpackFile %s with %d arrays".formatted(file, arrays.size());
  }
}
