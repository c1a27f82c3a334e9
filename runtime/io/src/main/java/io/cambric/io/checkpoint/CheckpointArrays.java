package io.cambric.io.checkpoint;

import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.tree.StaticValues;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arrays of a tree by path, for a checkpoint.
 *
 * <p>The arrays keep their elements while steps continue. Each is a separate array over the memory
 * of a leaf. Donating the leaf to a step poisons the leaf, but does not reuse the shared memory.
 */
final class CheckpointArrays implements AutoCloseable {

  private final Map<String, NdArray> byName;

  private CheckpointArrays(Map<String, NdArray> byName) {
    this.byName = byName;
  }

  static CheckpointArrays of(Object tree) {
    var arrays = leaves(tree);
    arrays.replaceAll((_, array) -> NdArray.of(array.aval(), array.buffer(), array.offset()));
    return new CheckpointArrays(arrays);
  }

  /** {@return the saved leaves themselves; donated leaves only have avals} */
  static Map<String, NdArray> leaves(Object tree) {
    var arrays = new LinkedHashMap<String, NdArray>();
    var statics = new ArrayList<@Nullable Object>();
    var flat = Trees.flatten(tree);
    var paths = flat.structure().paths();
    for (int i = 0; i < paths.size(); i++) {
      var leaf = flat.leaves().get(i);
      var array = CheckpointLeaves.array(leaf);
      statics.add(array == null ? leaf : null);
      if (array != null && arrays.put(CheckpointLeaves.name(paths.get(i)), array) != null) {
        throw new DataException(
            "A checkpoint needs a different path for each leaf, but two are at \"%s\". Leave slashes out of names."
                .formatted(paths.get(i)));
      }
    }
    // The numbers of other Java arrays would be lost silently.
    StaticValues.requireAll("The tree of a checkpoint", flat.structure(), statics);
    return arrays;
  }

  /** {@return the arrays, in the order of the tree} */
  Map<String, NdArray> byName() {
    return byName;
  }

  /** {@return the number of bytes of their elements} */
  long bytes() {
    return bytes(byName);
  }

  /** {@return the number of bytes of the elements of arrays} */
  static long bytes(Map<String, NdArray> arrays) {
    return arrays.values().stream()
        .mapToLong(array -> (long) array.size() * array.dtype().bytes())
        .sum();
  }

  /** Releases the shares in the memory of the leaves, so that steps may reuse it. */
  @Override
  public void close() {
    byName.values().forEach(NdArray::donate);
  }
}
