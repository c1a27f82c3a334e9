package io.cambric.optax.wrapper;

import io.cambric.core.Array;
import io.cambric.core.LaneSlice;
import io.cambric.errors.PartitioningException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A transformation with its state divided among the lanes of a named axis, in one copy for all
 * lanes: stage 1 of ZeRO.
 *
 * <p>The updates are the gradients of a lane, and the parameters are the same in all lanes. Each
 * lane receives the mean gradient of its share of the elements, transforms that share, and sends it
 * to all other lanes. Lanes send as many bytes as for a mean of the gradients, but each lane keeps
 * only the state of its share.
 *
 * <p>A share has elements of every leaf: the leaf is a vector, padded with zeros, and cut into
 * parts of one length. The inner transformation sees vectors in {@link LaneSlice slices}. It treats
 * each element separately, as Adam and momentum do. Norms over all leaves, such as in {@code
 * clipByGlobalNorm}, count all shares. A transformation that {@link
 * io.cambric.optax.base.NeedsWholeArrays needs whole arrays} refuses them.
 *
 * <p>The axis must also be bound when the initial state is made. States of {@link LaneSlice slices}
 * are divided without this transformation.
 *
 * @param inner the transformation of the shares
 * @param axisName the axis of the lanes
 * @see <a href="https://arxiv.org/abs/1910.02054">Rajbhandari et al., ZeRO: Memory Optimizations
 *     Toward Training Trillion Parameter Models</a>
 */
public record Sharded(GradientTransformation inner, String axisName)
    implements GradientTransformation {

  @Override
  public OptState init(Object params) {
    if (Trees.leaves(params, LaneSlice.class::isInstance).stream()
        .anyMatch(LaneSlice.class::isInstance)) {
      throw new PartitioningException(
          "sharded over axis \"%s\" needs whole parameters, but got shards, whose state is already divided. Use the inner transformation."
              .formatted(axisName));
    }
    return inner.init(share(params));
  }

  @Override
  public <P> Updated<P> update(P updates, OptState state, @Nullable P params, Extras<P> extras) {
    var updated =
        inner.update(
            meanShare(updates),
            state,
            params == null ? null : share(params),
            extras.converted(
                this::share,
                share -> whole(Hyperparameters.requireParams("sharded", params), share)));
    return new Updated<>(whole(updates, updated.updates()), updated.state());
  }

  /** {@return the slice of this lane of each leaf of a tree that all lanes have} */
  private List<LaneShare> share(Object tree) {
    return shards(tree, parts -> Lax.dynamicIndexInDim(parts, Lax.axisIndex(axisName), 0).ravel());
  }

  private List<LaneShare> meanShare(Object tree) {
    return shards(
        tree, parts -> Lax.psumScatter(parts, axisName, 0, false).div(Lax.axisSize(axisName)));
  }

  private List<LaneShare> shards(Object tree, UnaryOperator<Array> own) {
    return Leaves.of(tree).stream()
        .map(leaf -> new LaneShare(own.apply(parts(leaf)), axisName))
        .toList();
  }

  /** {@return a leaf as a vector, cut into a row for each lane} */
  private Array parts(Array leaf) {
    int lanes = Lax.axisSize(axisName);
    int length = (leaf.size() + lanes - 1) / lanes;
    var padded = Numpy.pad(leaf.ravel(), new int[][] {{0, lanes * length - leaf.size()}});
    return padded.reshape(lanes, length);
  }

  /** {@return the leaves of all shares in the structure and the shapes of a tree} */
  private <P> P whole(P like, Object shares) {
    var each = Leaves.of(shares).iterator();
    var leaves = new ArrayList<Object>();
    for (var leaf : Leaves.of(like)) {
      var all = Lax.allGather(Objects.requireNonNull(each.next()), axisName).ravel();
      leaves.add(all.slice(0, 0, leaf.size()).reshape(leaf.shape()));
    }
    return Leaves.unflatten(like, leaves);
  }
}
