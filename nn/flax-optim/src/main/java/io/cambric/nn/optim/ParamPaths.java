package io.cambric.nn.optim;

import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.base.Leaves;
import io.cambric.tree.Trees;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Pytrees of arrays as maps by path. */
final class ParamPaths {

  private ParamPaths() {}

  /**
   * {@return the arrays of a tree by path, from left to right}
   *
   * @throws TreeStructureException if two leaves have one path, or a leaf is no array
   */
  static Map<String, Array> arrays(Object tree) {
    var arrays = new LinkedHashMap<String, Array>();
    var paths = Trees.structure(tree).paths().iterator();
    for (var array : Leaves.of(tree)) {
      var path = paths.next();
      if (arrays.put(path, array) != null) {
        throw new TreeStructureException(
            "An optimizer needs parameters with different paths, but two have the path \"%s\". Use names without slashes."
                .formatted(path));
      }
    }
    return Collections.unmodifiableMap(arrays);
  }

  /** {@return the tree with other arrays, by path} */
  static <P> P replaced(P tree, Map<String, Array> arrays) {
    return Trees.mapWithPath(tree, (path, _) -> Objects.requireNonNull(arrays.get(path)));
  }
}
