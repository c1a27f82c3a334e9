package io.cambric.transform;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.tree.TreeDef;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pytree apart in its arrays and all else, which is static: Java numbers and booleans count as
 * weakly typed scalars, other leaves as they are.
 *
 * @param arrays the array leaves, from left to right
 * @param structure the rest; a key
 */
record ArrayTree(List<Array> arrays, Structure structure) {

  /**
   * What is not arrays.
   *
   * @param def structure of the tree
   * @param statics for each leaf its value if it is static, {@code null} where an array stands
   */
  record Structure(TreeDef def, List<@Nullable Object> statics) {

    /**
     * {@return a tree of this structure, of the type that the caller knows it has, with these
     * arrays}
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // null is a tree too: T says whether it is meant
    <T extends @Nullable Object> T build(List<? extends Array> arrays) {
      var leaves = new ArrayList<Object>(statics.size());
      int next = 0;
      for (var leaf : statics) {
        leaves.add(leaf == null ? arrays.get(next++) : leaf);
      }
      return (T) def.unflatten(leaves);
    }

    /** {@return the path of each array leaf} */
    List<String> arrayPaths() {
      var paths = def.paths();
      var chosen = new ArrayList<String>();
      for (int i = 0; i < paths.size(); i++) {
        if (statics.get(i) == null) {
          chosen.add(paths.get(i));
        }
      }
      return chosen;
    }
  }

  static ArrayTree of(@Nullable Object tree) {
    var flat = Trees.flatten(tree);
    var arrays = new ArrayList<Array>(flat.leaves().size());
    var statics = new @Nullable Object[flat.leaves().size()];
    for (int i = 0; i < statics.length; i++) {
      var array = asArray(flat.leaves().get(i));
      if (array == null) {
        statics[i] = flat.leaves().get(i);
      } else {
        arrays.add(array);
      }
    }
    return new ArrayTree(arrays, new Structure(flat.structure(), Arrays.asList(statics)));
  }

  private static @Nullable Array asArray(Object leaf) {
    return switch (leaf) {
      case Array array -> array;
      case Byte number -> NdArray.weakScalar(number.intValue());
      case Short number -> NdArray.weakScalar(number.intValue());
      case Integer number -> NdArray.weakScalar(number.intValue());
      case Long number -> NdArray.weakScalar(toInt(number));
      case Float number -> NdArray.weakScalar(number.doubleValue());
      case Double number -> NdArray.weakScalar(number.doubleValue());
      case Boolean truth -> NdArray.scalar(DType.BOOL, truth ? 1 : 0);
      default -> null;
    };
  }

  private static int toInt(long number) {
    if (number != (int) number) {
      throw new DTypeException(
          "A Java integer in a pytree becomes i32, which %d does not fit. Pass an array, or mark the component @Static."
              .formatted(number));
    }
    return (int) number;
  }
}
