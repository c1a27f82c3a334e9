package io.cambric.optax.tree;

import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.base.Found;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.MaskedNode;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.ParamsPlaceholder;
import io.cambric.optax.base.StateSearch;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The search in states of optimisers, and maps over their parts.
 *
 * <p>A key is the name of a component of a record or the key of a map. The name of a state class is
 * also a name, such as {@code "ScaleByAdam.State"}.
 */
final class TreeStates {

  private TreeStates() {}

  /**
   * {@return the value under a key, at any depth}
   *
   * @param tree a state, or any other tree
   * @throws TreeStructureException if there are several
   */
  public static Optional<Object> get(Object tree, String key) {
    return get(tree, key, _ -> true);
  }

  /**
   * {@return the value of a type under a key, at any depth}
   *
   * {@snippet :
   * Array count = OptaxTree.get(state, "count", Array.class).orElseThrow();
   * }
   *
   * @throws TreeStructureException if there are several of this type
   */
  public static <V> Optional<V> get(Object tree, String key, Class<V> type) {
    return get(tree, key, found -> type.isInstance(found.value())).map(type::cast);
  }

  /**
   * {@return the value under a key for which a condition holds}
   *
   * @param filtering a condition on the value, its path or its holder
   * @throws TreeStructureException if there are several
   */
  public static Optional<Object> get(Object tree, String key, Predicate<Found<Object>> filtering) {
    var found = StateSearch.keyed(tree, key, filtering);
    if (found.size() > 1) {
      throw new TreeStructureException(
          "tree.get of \"%s\" needs one value in the tree, but there are %d: %s. Pass a condition on their paths, or call getAllWithPath."
              .formatted(
                  key,
                  found.size(),
                  found.stream().map(Found::path).collect(Collectors.joining(", "))));
    }
    return found.stream().map(Found::value).findFirst();
  }

  /** {@return all values under a key from left to right, with their paths} */
  public static List<Found<Object>> getAllWithPath(Object tree, String key) {
    return StateSearch.keyed(tree, key, _ -> true);
  }

  /** {@return all values under a key for which a condition holds, with their paths} */
  public static List<Found<Object>> getAllWithPath(
      Object tree, String key, Predicate<Found<Object>> filtering) {
    return StateSearch.keyed(tree, key, filtering);
  }

  /**
   * {@return a state with a function applied to the parts that are shaped like the parameters}
   *
   * <p>The transformation is initialised with a placeholder to find these parts. Other parts, such
   * as counts, stay unchanged.
   *
   * @param f function of each array in these parts
   * @param state a state of the transformation
   */
  public static <S extends OptState> S mapParams(
      GradientTransformation transformation, UnaryOperator<Array> f, S state) {
    return mapParams(transformation, f, state, Function.identity());
  }

  /**
   * {@return a state with a function applied to the parts that are shaped like the parameters, and
   * another function to the rest}
   *
   * @param transformNonParams of each array or subtree of the other parts
   */
  public static <S extends OptState> S mapParams(
      GradientTransformation transformation,
      UnaryOperator<Array> f,
      S state,
      Function<Object, ?> transformNonParams) {
    return parts(
        transformation,
        state,
        part -> Trees.map(part, (Array leaf) -> f.apply(leaf)),
        transformNonParams);
  }

  /**
   * {@return a state with a function of each array shaped like the parameters and the corresponding
   * leaf of another tree}
   *
   * <p>Leaves that a mask excludes from the state have no array. They stay unchanged.
   *
   * @param rest a tree shaped like the parameters
   */
  public static <S extends OptState> S mapParams(
      GradientTransformation transformation, BinaryOperator<Array> f, S state, Object rest) {
    return parts(
        transformation,
        state,
        part ->
            Trees.map(
                part,
                rest,
                (Object leaf, Object other) ->
                    leaf instanceof Array array ? f.apply(array, (Array) other) : leaf,
                MaskedNode.class::isInstance),
        Function.identity());
  }

  private static <S extends OptState> S parts(
      GradientTransformation transformation,
      S state,
      UnaryOperator<Object> ofParams,
      Function<Object, ?> ofRest) {
    var marked =
        Trees.flatten(
            transformation.init(new ParamsPlaceholder()), ParamsPlaceholder.class::isInstance);
    var parts = new ArrayList<Object>();
    Trees.map(
        marked.structure().unflatten(marked.leaves()),
        state,
        (Object mark, Object part) -> {
          parts.add(mark instanceof ParamsPlaceholder ? ofParams.apply(part) : ofRest.apply(part));
          return mark;
        },
        ParamsPlaceholder.class::isInstance);
    @SuppressWarnings("unchecked") // the structure is that of the state
    var mapped = (S) marked.structure().unflatten(parts);
    return Objects.requireNonNull(mapped);
  }

  /** {@return the tree with the values under a key replaced} */
  public static <T> T set(T tree, String key, Object value) {
    return set(tree, Map.of(key, value), _ -> true);
  }

  /** {@return the tree with the values under keys replaced} */
  public static <T> T set(T tree, Map<String, ?> values) {
    return set(tree, values, _ -> true);
  }

  /**
   * {@return the tree with the values under keys replaced where a condition holds}
   *
   * @param values new values by key
   * @param filtering a condition on the value, its path or its holder
   * @throws TreeStructureException if a key has no value, or a new value cannot replace the old one
   */
  @SuppressWarnings("unchecked") // the node at the top is rebuilt by its own type
  public static <T> T set(T tree, Map<String, ?> values, Predicate<Found<Object>> filtering) {
    for (var key : values.keySet()) {
      if (StateSearch.keyed(tree, key, filtering).isEmpty()) {
        throw new TreeStructureException(
            "tree.set needs a value under \"%s\" in the tree, but found %s. Print the tree for its names."
                .formatted(
                    key,
                    StateSearch.keyed(tree, key, _ -> true).isEmpty()
                        ? "none"
                        : "only those that the condition rejects"));
      }
    }
    return (T) StateSearch.replaced(tree, values, filtering);
  }
}
