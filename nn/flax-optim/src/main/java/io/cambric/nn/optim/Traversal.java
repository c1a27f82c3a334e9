package io.cambric.nn.optim;

import io.cambric.errors.TreeStructureException;
import io.cambric.tree.Cursor;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A selection of places in a pytree, whose values can be listed and replaced.
 *
 * {@snippet :
 * var each = Traversal.identity().item("Dense_0").each();
 * each.iterate(params); // bias and kernel
 * each.update(x -> ((Array) x).mul(2), params);
 * }
 *
 * @deprecated use {@link Cursor} or {@link Trees}
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.traverse_util.html">flax.traverse_util.Traversal</a>
 */
@Deprecated(since = "0.1.0")
public interface Traversal {

  /** {@return a copy of a tree with each selected value replaced} */
  <T> T update(UnaryOperator<Object> f, T tree);

  /** {@return the selected values} */
  List<Object> iterate(Object tree);

  /** {@return the whole value; the start of a composition} */
  static Traversal identity() {
    return new Traversal() {
      @Override
      @SuppressWarnings("unchecked") // the caller's function keeps the type
      public <T> T update(UnaryOperator<Object> f, T tree) {
        return (T) f.apply(tree);
      }

      @Override
      public List<Object> iterate(Object tree) {
        return List.of(tree);
      }
    };
  }

  /**
   * {@return a copy of a tree with other values at the selected places}
   *
   * @param values as many as {@link #iterate} lists, in its order
   * @throws TreeStructureException if there are more or fewer
   */
  default <T> T set(List<?> values, T tree) {
    int places = iterate(tree).size();
    if (values.size() != places) {
      throw new TreeStructureException(
          "Traversal.set needs one value for each of the %d selected places, but got %d. iterate(tree) lists the places."
              .formatted(places, values.size()));
    }
    var remaining = values.iterator();
    return update(_ -> remaining.next(), tree);
  }

  /** {@return another traversal of each selected value} */
  default Traversal compose(Traversal inner) {
    var outer = this;
    return new Traversal() {
      @Override
      public <T> T update(UnaryOperator<Object> f, T tree) {
        return outer.update(value -> inner.update(f, value), tree);
      }

      @Override
      public List<Object> iterate(Object tree) {
        return outer.iterate(tree).stream()
            .flatMap(value -> inner.iterate(value).stream())
            .toList();
      }
    };
  }

  /** {@return the selections of several traversals of each selected value, one after the other} */
  default Traversal merge(Traversal... traversals) {
    var all = List.of(traversals);
    return compose(
        new Traversal() {
          @Override
          public <T> T update(UnaryOperator<Object> f, T tree) {
            var updated = tree;
            for (var each : all) {
              updated = each.update(f, updated);
            }
            return updated;
          }

          @Override
          public List<Object> iterate(Object tree) {
            return all.stream().flatMap(each -> each.iterate(tree).stream()).toList();
          }
        });
  }

  /** {@return the children of each selected map, list or record; those of a map in its order} */
  default Traversal each() {
    return compose(
        new Traversal() {
          @Override
          public <T> T update(UnaryOperator<Object> f, T tree) {
            return Trees.map(tree, f, node -> node != tree);
          }

          @Override
          public List<Object> iterate(Object tree) {
            return tree instanceof Map<?, ?> map
                ? new ArrayList<>(map.values())
                : Trees.leaves(tree, node -> node != tree);
          }
        });
  }

  /** {@return all leaves of each selected value} */
  default Traversal tree() {
    return compose(
        new Traversal() {
          @Override
          public <T> T update(UnaryOperator<Object> f, T tree) {
            return Trees.map(tree, f);
          }

          @Override
          public List<Object> iterate(Object tree) {
            return Trees.leaves(tree);
          }
        });
  }

  /** {@return those selected values for which a condition holds} */
  default Traversal filter(Predicate<Object> condition) {
    return compose(
        new Traversal() {
          @Override
          public <T> T update(UnaryOperator<Object> f, T tree) {
            return condition.test(tree) ? identity().update(f, tree) : tree;
          }

          @Override
          public List<Object> iterate(Object tree) {
            return condition.test(tree) ? List.of(tree) : List.of();
          }
        });
  }

  /**
   * {@return one child of each selected value}
   *
   * @param key key of a map, position in a list, or name of a component of a record
   */
  default Traversal item(Object key) {
    return compose(
        new Traversal() {
          @Override
          public <T> T update(UnaryOperator<Object> f, T tree) {
            return Cursor.of(tree).at(key).update(f);
          }

          @Override
          public List<Object> iterate(Object tree) {
            return List.of(Objects.requireNonNull(Cursor.of(tree).at(key).get()));
          }
        });
  }
}
