package io.cambric.optax.base;

import io.cambric.core.Array;
import io.cambric.core.LaneSlice;
import io.cambric.errors.PartitioningException;
import io.cambric.tree.Trees;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A gradient transformation for which a slice of an array is not enough. It combines elements, as
 * in a norm, or draws random numbers for them. Such a transformation refuses {@link LaneSlice
 * slices}.
 *
 * @param <S> the state
 */
public interface NeedsWholeArrays<S extends OptState> extends Stateful<S> {

  /**
   * {@return whether all elements along a dimension are needed}
   *
   * @param slice slice of the updates or parameters, which are divided along the dimension
   */
  default boolean needsAll(Array slice, int dimension) {
    return true;
  }

  /**
   * {@inheritDoc}
   *
   * @throws PartitioningException if elements that are needed are in the shards of other lanes
   */
  @Override
  default OptState init(Object params) {
    requireWhole(() -> StateSearch.text(getClass()), params, this::needsAll);
    return Stateful.super.init(params);
  }

  /**
   * {@inheritDoc}
   *
   * @throws PartitioningException if elements that are needed are in the shards of other lanes
   */
  @Override
  default <P> Updated<P> update(P updates, OptState state, @Nullable P params, Extras<P> extras) {
    requireWhole(() -> StateSearch.text(getClass()), updates, this::needsAll);
    return Stateful.super.update(updates, state, params, extras);
  }

  /**
   * Requires that no array of a tree is divided among lanes.
   *
   * @param name of the function, for the message
   * @throws PartitioningException if an array is divided
   */
  static void requireWhole(String name, Object tree) {
    requireWhole(() -> name, tree, (_, _) -> true);
  }

  private static void requireWhole(
      Supplier<String> name, Object tree, BiPredicate<Array, Integer> isNeeded) {
    var flat = Trees.flatten(tree, LaneSlice.class::isInstance);
    for (int i = 0; i < flat.leaves().size(); i++) {
      for (var node = flat.leaves().get(i); node instanceof LaneSlice slice; node = slice.box()) {
        int dimension = slice.dimension();
        if (Leaves.of(slice).stream().anyMatch(array -> isNeeded.test(array, dimension))) {
          throw new PartitioningException(
              "%s needs whole arrays, but got a shard along dimension %d over axis \"%s\" at \"%s\". Use an elementwise transformation such as adam, or do not shard this array."
                  .formatted(
                      name.get(), dimension, slice.axisName(), flat.structure().paths().get(i)));
        }
      }
    }
  }
}
