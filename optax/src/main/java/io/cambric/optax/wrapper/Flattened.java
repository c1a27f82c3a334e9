package io.cambric.optax.wrapper;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A transformation of all leaves as one vector.
 *
 * <p>Leaves follow one another from left to right. The state is that of the transformation for the
 * vector. A norm of a leaf, for example, becomes the norm of the whole tree.
 *
 * @param inner the transformation
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizer_wrappers.html">
 *     optax.flatten</a>
 */
public record Flattened(GradientTransformation inner) implements GradientTransformation {

  @Override
  public OptState init(Object params) {
    return inner.init(flat(params));
  }

  @Override
  public <P> Updated<P> update(P updates, OptState state, @Nullable P params, Extras<P> extras) {
    var updated =
        inner.update(
            flat(updates),
            state,
            params == null ? null : flat(params),
            extras.converted(
                Flattened::flat,
                vector -> unflat(Hyperparameters.requireParams("flatten", params), vector)));
    return new Updated<>(unflat(updates, updated.updates()), updated.state());
  }

  private static Array flat(Object tree) {
    return Numpy.concatenate(Leaves.of(tree).stream().map(Array::ravel).toList());
  }

  /** {@return a vector in the structure and the shapes of a tree} */
  private static <P> P unflat(P like, Array vector) {
    var leaves = new ArrayList<Object>();
    int at = 0;
    for (var leaf : Leaves.of(like)) {
      leaves.add(vector.slice(0, at, at + leaf.size()).reshape(leaf.shape()));
      at += leaf.size();
    }
    return Leaves.unflatten(like, leaves);
  }
}
