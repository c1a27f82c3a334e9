package io.cambric.nn.optim;

import io.cambric.errors.TreeStructureException;
import io.cambric.tree.NamedNode;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A selection of parameters by their names.
 *
 * {@snippet :
 * var biases = new ModelParamTraversal((path, param) -> path.endsWith("/bias"));
 * }
 *
 * <p>Trees are {@code Params} or nested maps. Parameters are visited in the order of their sorted
 * names.
 *
 * @param filter whether a parameter is selected; the path begins with a slash, such as {@code
 *     /Dense_0/bias}
 * @deprecated use a mask, such as {@link io.cambric.optax.Optax#masked} takes
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.traverse_util.html#flax.traverse_util.ModelParamTraversal">flax.traverse_util.ModelParamTraversal</a>
 */
@Deprecated(since = "0.1.0")
public record ModelParamTraversal(BiPredicate<String, Object> filter) implements Traversal {

  /** {@return whether a parameter is selected, by its path without the first slash} */
  boolean selects(String path, Object param) {
    return filter.test("/" + path, param);
  }

  @Override
  public <T> T update(UnaryOperator<Object> f, T tree) {
    requireNames(tree);
    return Trees.mapWithPath(
        tree, (path, leaf) -> selects(path, leaf) ? f.apply(leaf) : leaf, node -> !isNames(node));
  }

  @Override
  public List<Object> iterate(Object tree) {
    requireNames(tree);
    var flat = Trees.flatten(tree, node -> !isNames(node));
    var paths = flat.structure().paths().iterator();
    return flat.leaves().stream().filter(leaf -> selects(paths.next(), leaf)).toList();
  }

  private static void requireNames(Object tree) {
    if (!isNames(tree)) {
      throw new TreeStructureException(
          "ModelParamTraversal needs Params or a nested map, but got %s. For other trees, use Traversal.identity().tree()."
              .formatted(tree.getClass().getName()));
    }
  }

  private static boolean isNames(@Nullable Object node) {
    return node instanceof Map<?, ?> || node instanceof NamedNode;
  }
}
