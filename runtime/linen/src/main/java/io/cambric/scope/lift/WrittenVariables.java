package io.cambric.scope.lift;

import io.cambric.core.Array;
import io.cambric.errors.ImmutableCollectionException;
import io.cambric.scope.Variables;
import io.cambric.tree.TreeDef;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The variables after a function with a custom rule. Variables that the function hands on unchanged
 * are no results of it. They keep their derivatives, and all lanes and branches share them.
 *
 * @param structure of the groups of variables
 * @param leaves static leaves, and the arrays of the run
 * @param written whether each leaf is an array that the function made or wrote
 */
record WrittenVariables(TreeDef structure, List<Object> leaves, List<Boolean> written) {

  /** {@return the variables that a run of the function left, compared with those it began with} */
  static WrittenVariables of(List<List<Variables>> before, List<List<Variables>> after) {
    var known = byPath(before);
    var flat = Trees.flatten(StaticLeaf.hold(after));
    var paths = flat.structure().paths();
    var written = new ArrayList<Boolean>();
    for (int i = 0; i < flat.leaves().size(); i++) {
      var leaf = flat.leaves().get(i);
      written.add(leaf instanceof Array && known.get(paths.get(i)) != leaf);
    }
    return new WrittenVariables(flat.structure(), flat.leaves(), List.copyOf(written));
  }

  private static Map<String, Object> byPath(List<List<Variables>> groups) {
    var flat = Trees.flatten(StaticLeaf.hold(groups));
    var all = new HashMap<String, Object>();
    for (int i = 0; i < flat.leaves().size(); i++) {
      all.put(flat.structure().paths().get(i), flat.leaves().get(i));
    }
    return all;
  }

  /** {@return the arrays that the function made or wrote} */
  List<Array> arrays() {
    return arrays(this);
  }

  /**
   * {@return the arrays of a run of the forward rule, which replace the arrays of the function}
   *
   * @throws ImmutableCollectionException if the rule writes a variable that the function does not
   *     write
   */
  List<Array> arrays(WrittenVariables ofRule) {
    var arrays = new ArrayList<Array>();
    for (int i = 0; i < leaves.size() && i < ofRule.leaves.size(); i++) {
      if (written.get(i) && ofRule.leaves.get(i) instanceof Array array) {
        arrays.add(array);
      } else if (!written.get(i) && ofRule.written.get(i)) {
        throw new ImmutableCollectionException(
            "The forward rule of a lifted customVjp must write the same variables as its function, but also writes \"%s\". Write it in both, or in neither."
                .formatted(ofRule.structure.paths().get(i)));
      }
    }
    return arrays;
  }

  /** {@return the groups of variables with these arrays, and others as they were before} */
  @SuppressWarnings({"unchecked", "NullAway"}) // the groups that were taken apart
  List<List<Variables>> with(List<Array> arrays, List<List<Variables>> before) {
    var known = byPath(before);
    var paths = structure.paths();
    var next = arrays.iterator();
    var all = new ArrayList<@Nullable Object>();
    for (int i = 0; i < leaves.size(); i++) {
      var leaf = leaves.get(i);
      all.add(
          written.get(i) ? next.next() : leaf instanceof Array ? known.get(paths.get(i)) : leaf);
    }
    return StaticLeaf.release(
        (List<List<Variables>>) structure.unflatten((List<Object>) (List<?>) all));
  }
}
