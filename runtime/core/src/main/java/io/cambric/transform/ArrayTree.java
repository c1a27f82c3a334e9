package io.cambric.transform;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.tree.StaticValues;
import io.cambric.tree.TreeDef;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A pytree divided into its arrays and the static rest. Where the type admits an array, Java
 * numbers and booleans count as weakly typed scalars. Other leaves are static.
 *
 * @param arrays the array leaves, from left to right
 * @param structure the static rest, usable as a key
 */
record ArrayTree(List<Array> arrays, Structure structure) {

  private static final BitSet NONE = new BitSet();

  /**
   * The static part: the structure, and the leaves that are not arrays.
   *
   * @param def structure of the tree
   * @param statics for each leaf, its value if it is static, or {@code null} for an array
   */
  record Structure(TreeDef def, List<@Nullable Object> statics) {

    /** {@return a tree of this structure with these arrays, of the type that the caller expects} */
    @SuppressWarnings({
      "unchecked",
      "NullAway"
    }) // null is a tree, too; T decides whether it is possible
    <T extends @Nullable Object> T build(List<? extends Array> arrays) {
      var leaves = new ArrayList<Object>(statics.size());
      int next = 0;
      for (var leaf : statics) {
        leaves.add(leaf == null ? arrays.get(next++) : leaf);
      }
      return (T) def.unflatten(leaves);
    }

    /**
     * {@return a tree of this structure with trees in place of the arrays}
     *
     * <p>A node of a type that can hold only arrays becomes a map by component name, unless the
     * trees are arrays.
     */
    @Nullable Object nest(List<?> trees) {
      var leaves = new ArrayList<@Nullable Object>(statics.size());
      int next = 0;
      for (var leaf : statics) {
        leaves.add(leaf == null ? trees.get(next++) : leaf);
      }
      boolean arrays = trees.stream().allMatch(Array.class::isInstance);
      return arrays ? def.unflatten(leaves) : nest(def, leaves.iterator());
    }

    /**
     * {@return a tree of this structure with avals in place of the arrays}
     *
     * <p>A node of a type that can hold only arrays becomes a map by component name.
     */
    @Nullable Object shaped(List<ShapedArray> avals) {
      var leaves = new ArrayList<@Nullable Object>(statics.size());
      int next = 0;
      for (var leaf : statics) {
        leaves.add(leaf == null ? avals.get(next++) : leaf);
      }
      return shaped(def, leaves.iterator());
    }

    private static @Nullable Object shaped(TreeDef def, Iterator<@Nullable Object> leaves) {
      if (!(def instanceof TreeDef.Node node)) {
        return def instanceof TreeDef.Leaf ? leaves.next() : null;
      }
      var children = new ArrayList<@Nullable Object>();
      var names = new LinkedHashMap<String, @Nullable Object>();
      for (int i = 0; i < node.children().size(); i++) {
        children.add(shaped(node.children().get(i), leaves));
        names.put(node.type().childName(i), children.getLast());
      }
      return node.type().acceptsAll(children) ? node.type().rebuild(children) : names;
    }

    private static @Nullable Object nest(TreeDef def, Iterator<@Nullable Object> leaves) {
      return switch (def) {
        case TreeDef.Leaf _ -> leaves.next();
        case TreeDef.Absent _ -> null;
        case TreeDef.Node node -> {
          var children = new ArrayList<@Nullable Object>();
          node.children().forEach(child -> children.add(nest(child, leaves)));
          if (node.type().holdsAnyTree()) {
            yield node.type().rebuild(children);
          }
          var map = new LinkedHashMap<String, @Nullable Object>();
          for (int i = 0; i < children.size(); i++) {
            map.put(node.type().childName(i), children.get(i));
          }
          yield map;
        }
      };
    }

    /**
     * {@return the first leaf with a different static value in another structure of the same tree;
     * null if there is none}
     */
    @Nullable StaticChange staticChange(Structure other) {
      for (int i = 0; i < statics.size(); i++) {
        if (!Objects.equals(statics.get(i), other.statics.get(i))) {
          return new StaticChange(
              def.paths().get(i), text(statics.get(i)), text(other.statics.get(i)));
        }
      }
      return null;
    }

    private static String text(@Nullable Object leaf) {
      return leaf == null ? "an array" : leaf.toString();
    }

    private void requireStatics() {
      StaticValues.requireAll("A tree of a transformed function", def, statics);
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

  /**
   * A leaf with different static values in two trees.
   *
   * @param path to the leaf
   * @param was the text of the value in one tree
   * @param is the text of the value in the other tree
   */
  record StaticChange(String path, String was, String is) {

    /** {@return the name of the leaf in messages} */
    String leaf() {
      return path.isEmpty() ? "it" : "leaf \"" + path + "\"";
    }
  }

  static ArrayTree of(@Nullable Object tree) {
    var flat = Trees.flatten(tree);
    var arrays = new ArrayList<Array>(flat.leaves().size());
    var statics = new @Nullable Object[flat.leaves().size()];
    var typed = flat.leaves().stream().anyMatch(ArrayTree::isJava) ? typed(flat) : NONE;
    for (int i = 0; i < statics.length; i++) {
      var array = typed.get(i) ? null : asArray(flat.leaves().get(i));
      if (array == null) {
        statics[i] = flat.leaves().get(i);
      } else {
        arrays.add(array);
      }
    }
    var structure = new Structure(flat.structure(), Arrays.asList(statics));
    structure.requireStatics();
    return new ArrayTree(arrays, structure);
  }

  private static boolean isJava(Object leaf) {
    return leaf instanceof Number || leaf instanceof Boolean;
  }

  /** {@return the leaves that are components of a declared type other than arrays} */
  private static BitSet typed(Trees.Flat flat) {
    var typed = new BitSet();
    collectTyped(flat.structure(), 0, typed);
    return typed;
  }

  private static int collectTyped(TreeDef def, int first, BitSet typed) {
    int at = first;
    if (def instanceof TreeDef.Node node) {
      for (int i = 0; i < node.children().size(); i++) {
        if (node.children().get(i) instanceof TreeDef.Leaf) {
          typed.set(at, !node.type().accepts(i, Array.class));
        }
        at = collectTyped(node.children().get(i), at, typed);
      }
      return at;
    }
    return at + def.leafCount();
  }

  /** The avals of the array leaves of a tree, which may hold avals in place of arrays. */
  record AvalTree(List<ShapedArray> avals, Structure structure) {

    static AvalTree of(@Nullable Object tree) {
      var flat = Trees.flatten(tree);
      var avals = new ArrayList<ShapedArray>();
      var statics = new @Nullable Object[flat.leaves().size()];
      for (int i = 0; i < statics.length; i++) {
        var leaf = flat.leaves().get(i);
        var array = asArray(leaf);
        if (array != null) {
          avals.add(array.aval());
        } else if (leaf instanceof ShapedArray aval) {
          avals.add(aval);
        } else {
          statics[i] = leaf;
        }
      }
      var structure = new Structure(flat.structure(), Arrays.asList(statics));
      structure.requireStatics();
      return new AvalTree(avals, structure);
    }
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
