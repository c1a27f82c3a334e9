package io.cambric.scope;

import io.cambric.core.Array;
import io.cambric.errors.PartitioningException;
import io.cambric.errors.UnboundAxisException;
import io.cambric.lax.LaneSlices;
import io.cambric.lax.Lax;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Variables that are divided among the lanes of named axes: processes of a group, workers of {@code
 * pmap}, or lanes of {@code vmap}.
 *
 * <p>Rules from logical names to named axes decide which variables are divided. A lane keeps its
 * slice in a {@link Shard}; all other values are replicated. A layer that is {@link
 * io.cambric.scope.lift.ShardLift sharded} gathers its variables for the time of a call. The
 * gradient of a shard is then the slice of the sum over the lanes.
 *
 * {@snippet :
 * var rules = List.of(AxisRule.of("mlp", "batch"));
 * Variables mine = LogicalAxes.logicalAxisRules(rules, () -> model.init(key, x));
 * var grads = Shards.pmean(grad(loss).apply(mine), "batch");
 * }
 *
 * <p>The trees may be variables, gradients, or states of optimisers. Optimisers of single elements,
 * such as Adam, work on shards as on whole parameters, and their states are divided alike. Global
 * norms of Optax sum over all lanes. A transformation that combines the elements of one parameter,
 * such as {@code lamb} or {@code adafactor}, refuses shards.
 *
 * @see LogicalAxes
 * @see <a href="https://arxiv.org/abs/1910.02054">Rajbhandari et al., ZeRO: Memory Optimizations
 *     Toward Training Trillion Parameter Models</a>
 */
public final class Shards {

  private static final Predicate<@Nullable Object> IS_SHARD = Shard.class::isInstance;

  private Shards() {}

  /**
   * {@return the slices of this lane, for a tree of whole values that is the same in each lane}
   *
   * <p>Each {@link LogicallyPartitioned} has its rules; otherwise the rules in effect apply. Shards
   * stay unchanged.
   *
   * @throws PartitioningException if a dimension cannot be divided by the number of lanes, or there
   *     is no such axis or dimension
   */
  public static <T> T shard(T tree) {
    return shard(tree, "");
  }

  /**
   * {@return the slices of this lane, for a tree of whole values}
   *
   * @param scope the path of the scope of these variables, for messages
   * @throws PartitioningException as {@link #shard(Object)}
   */
  public static <T> T shard(T tree, String scope) {
    return Trees.mapWithPath(
        tree,
        (String path, Object leaf) ->
            leaf instanceof LogicallyPartitioned box
                ? new Division(
                        box, scope.isEmpty() ? path : "%s in scope \"%s\"".formatted(path, scope))
                    .shard()
                : leaf,
        leaf -> leaf instanceof Shard || leaf instanceof LogicallyPartitioned);
  }

  /** A variable to be divided, and its place. */
  private record Division(LogicallyPartitioned box, String place) {

    Object shard() {
      Object shard = box;
      if (VariableBoxes.unboxed(box) instanceof Array whole) {
        var rules = box.rules() == null ? LogicalAxes.getLogicalAxisRules() : box.rules();
        var axes = LogicalAxes.logicalToMeshAxes(box.names(), rules);
        for (int dimension = 0; dimension < axes.size(); dimension++) {
          for (var axisName : axes.get(dimension)) {
            shard = divided(shard, whole, axisName, dimension);
          }
        }
      }
      return shard;
    }

    private Shard divided(Object shard, Array whole, String axisName, int dimension) {
      int lanes = lanes(whole, axisName, dimension);
      var divided = new Shard(shard, axisName, dimension);
      return new Shard(
          divided.map(slice -> {
            int size = slice.dim(dimension) / lanes;
            if (size * lanes != slice.dim(dimension)) {
              throw new PartitioningException(
                  "%s needs a size that is a multiple of its %d lanes, but got %d. Choose another size, or a rule for another dimension."
                      .formatted(text(whole, axisName, dimension), lanes, slice.dim(dimension)));
            }
            return Lax.dynamicSliceInDim(slice, Lax.axisIndex(axisName).mul(size), size, dimension);
          }),
          axisName,
          dimension);
    }

    private int lanes(Array whole, String axisName, int dimension) {
      if (dimension >= whole.rank()) {
        throw new PartitioningException(
            "%s needs that dimension, but got rank %d. Name each dimension, and no more."
                .formatted(text(whole, axisName, dimension), whole.rank()));
      }
      try {
        return Lax.axisSize(axisName);
      } catch (UnboundAxisException unbound) {
        throw new PartitioningException(
            "%s needs a group of processes, pmap or vmap with that axis name around it. Run it inside one, or without the rule."
                .formatted(text(whole, axisName, dimension)),
            unbound);
      }
    }

    private String text(Array whole, String axisName, int dimension) {
      return "Sharding of %s, %s, along dimension %d (\"%s\") over axis \"%s\""
          .formatted(place, whole.aval(), dimension, box.names().get(dimension), axisName);
    }
  }

  /**
   * {@return a tree with whole values instead of shards, the same in all lanes}
   *
   * <p>A checkpoint of this tree equals a checkpoint of a model without sharding. Each lane needs
   * memory for all of it.
   */
  public static <T> T gather(T tree) {
    return Trees.map(tree, Shards::gathered, IS_SHARD);
  }

  private static Object gathered(Object leaf) {
    var value = leaf;
    while (value instanceof Shard shard) {
      value = shard.map(x -> Lax.allGather(x, shard.axisName(), shard.dimension(), true));
    }
    return value;
  }

  /**
   * {@return as {@link #gather(Object)}, no sooner than the arrays of another tree are known}
   *
   * <p>A compiled program begins a collective as soon as its operand is made, so that a program of
   * many layers would gather the parameters of all of them at its start.
   *
   * @param after such as the arguments of a layer
   */
  public static <T> T gather(T tree, Object after) {
    var arrays = new ArrayList<Array>();
    for (var leaf : Trees.leaves(tree, IS_SHARD)) {
      if (leaf instanceof Shard) {
        addArrays(leaf, arrays);
      }
    }
    if (arrays.isEmpty()) {
      return tree;
    }
    addArrays(after, arrays);
    var slices = Lax.optimizationBarrier(arrays).iterator();
    return gather(
        Trees.map(
            tree,
            (Object leaf) ->
                leaf instanceof Shard shard ? shard.withBoxed(shard.map(_ -> slices.next())) : leaf,
            IS_SHARD));
  }

  private static void addArrays(Object tree, List<Array> arrays) {
    for (var leaf : Trees.leaves(tree)) {
      if (leaf instanceof Array array) {
        arrays.add(array);
      }
    }
  }

  /**
   * {@return the mean of gradients over the lanes of all these axes}
   *
   * <p>The gradient of a shard is a sum over its lanes already, and is divided by their number. All
   * others become their mean. So the means have the bits of {@link Lax#pmean(Object, String...)} of
   * whole gradients.
   *
   * @param grads from derivatives of {@link io.cambric.scope.lift.ShardLift sharded} modules
   * @param axisNames of all axes whose lanes have data of their own, or slices
   */
  public static <T> T pmean(T grads, String... axisNames) {
    return LaneSlices.pmean(grads, axisNames);
  }
}
