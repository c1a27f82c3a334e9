package io.cambric.transform;

import io.cambric.errors.TreeStructureException;
import io.cambric.tree.TreeDef;
import io.cambric.tree.TreePrefix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Axes for the arrays of one pytree, by their paths. A record needs them, since its components
 * cannot hold axes.
 *
 * {@snippet :
 * record Batch(Array images, Array labels, Params params) {}
 *
 * vmap((Batch b) -> loss(b)).inAxes(TreeAxes.of(0).at("labels", 1).sharedAt("params"));
 * }
 *
 * <p>A path joins components, keys and indices from the root of the tree by slashes, as in
 * messages: {@code "layers/0/kernel"}. It covers all arrays below it; if several paths cover an
 * array, the longest applies.
 *
 * @param otherwise the axis of the arrays that no path covers; {@code null} if they are shared
 * @param byPath axes by path; {@code null} for shared arrays
 */
public record TreeAxes(@Nullable Integer otherwise, Map<String, @Nullable Integer> byPath)
    implements TreePrefix {

  /** Copies the map. */
  public TreeAxes {
    byPath = Collections.unmodifiableMap(new LinkedHashMap<>(byPath));
  }

  /** {@return one axis for all arrays} */
  public static TreeAxes of(int axis) {
    return new TreeAxes(axis, Map.of());
  }

  /** {@return no axis: all lanes share all arrays} */
  public static TreeAxes shared() {
    return new TreeAxes(null, Map.of());
  }

  /** {@return these axes with another axis for the arrays at or below a path} */
  public TreeAxes at(String path, int axis) {
    return with(path, axis);
  }

  /** {@return these axes, except that all lanes share the arrays at or below a path} */
  public TreeAxes sharedAt(String path) {
    return with(path, null);
  }

  private TreeAxes with(String path, @Nullable Integer axis) {
    var all = new LinkedHashMap<String, @Nullable Integer>(byPath);
    all.put(path, axis);
    return new TreeAxes(otherwise, all);
  }

  @Override
  public List<@Nullable Integer> spread(String what, TreeDef structure) {
    var paths = structure.paths();
    for (var given : byPath.keySet()) {
      if (paths.stream().noneMatch(path -> isAbove(given, path))) {
        throw new TreeStructureException(
            "%s needs paths of its tree, but \"%s\" is none of %s.".formatted(what, given, paths));
      }
    }
    var axes = new ArrayList<@Nullable Integer>(paths.size());
    for (var path : paths) {
      axes.add(axisOf(path));
    }
    return axes;
  }

  private @Nullable Integer axisOf(String path) {
    String closest = null;
    for (var given : byPath.keySet()) {
      if (isAbove(given, path) && (closest == null || given.length() > closest.length())) {
        closest = given;
      }
    }
    return closest == null ? otherwise : byPath.get(closest);
  }

  private static boolean isAbove(String given, String path) {
    return path.equals(given) || path.startsWith(given + "/");
  }
}
