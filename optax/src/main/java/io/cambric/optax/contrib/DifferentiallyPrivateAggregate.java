package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.NeedsWholeArrays;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Differentially private aggregation: clips the gradient of each example, adds noise to their sum
 * and divides by their number.
 *
 * <pre>
 *   u = (sum_i g_i min(1, l2NormClip / |g_i|) + l2NormClip noiseMultiplier z) / B     z ~ N(0, 1)
 * </pre>
 *
 * <p>Shapes: each leaf of the updates is {@code [B, ...]}, one gradient per example, as returned by
 * {@code vmap} of a gradient; results are {@code [...]}. It must be the first part of a chain,
 * since no other transformation may see single examples.
 *
 * @param l2NormClip the largest norm of the gradient of one example, above 0
 * @param noiseMultiplier standard deviation of the noise, in units of {@code l2NormClip}
 * @param key of the noise
 * @see <a href="https://arxiv.org/abs/1607.00133">Abadi et al., 2016</a>
 */
@Withers
public record DifferentiallyPrivateAggregate(Scalar l2NormClip, Scalar noiseMultiplier, Key key)
    implements NeedsWholeArrays<DifferentiallyPrivateAggregate.State>,
        DifferentiallyPrivateAggregateWith {

  private static final String NAME = "differentially_private_aggregate";

  /**
   * The state.
   *
   * @param rngKey of the noise of the next step
   */
  @PyTree
  public record State(Key rngKey) implements OptState {}

  public DifferentiallyPrivateAggregate {
    require(NAME, l2NormClip, noiseMultiplier);
  }

  static void require(String where, Scalar l2NormClip, Scalar noiseMultiplier) {
    Hyperparameters.requirePositive(
        where,
        "l2_norm_clip",
        l2NormClip,
        "It is the largest norm of the gradient of one example; 1 is usual.");
    Hyperparameters.requireNotNegative(
        where, "noise_multiplier", noiseMultiplier, "0 adds no noise.");
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(key);
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var leaves = Leaves.of(updates);
    int examples = examples(leaves);
    var multipliers = multipliers(leaves);
    var keys = state.rngKey.splitToList(leaves.size() + 1);
    var deviation = l2NormClip.times(noiseMultiplier);
    var sums = new ArrayList<Array>();
    for (int i = 0; i < leaves.size(); i++) {
      var sum = Numpy.tensordot(multipliers, leaves.get(i), 1);
      var noise = Random.normal(keys.get(i + 1), sum.shape(), sum.dtype());
      sums.add(sum.add(deviation.times(noise)).div(examples));
    }
    return new Updated<>(Leaves.unflatten(updates, sums), new State(keys.getFirst()));
  }

  /** {@return the factor of each example; 1 for a gradient of 0} */
  private Array multipliers(List<Array> leaves) {
    var squares =
        leaves.stream()
            .map(leaf -> leaf.reshape(leaf.dim(0), -1).square().sum(1))
            .reduce(Array::add)
            .orElseThrow();
    var factor = Numpy.minimum(l2NormClip.array().div(squares.sqrt()), 1);
    return Numpy.where(Numpy.isnan(factor), Lax.fullLike(factor, 1), factor);
  }

  private static int examples(List<Array> leaves) {
    for (var leaf : leaves) {
      if (leaf.rank() == 0 || leaf.dim(0) != leaves.getFirst().dim(0)) {
        throw new ShapeException(
            "%s needs updates with the examples along axis 0 of each leaf, but got %s. Map the gradient over the examples with vmap."
                .formatted(NAME, ShapedArray.ofAll(leaves)));
      }
    }
    if (leaves.isEmpty()) {
      throw new ShapeException(
          "%s needs updates with the examples along axis 0, but got a tree without leaves. Pass the gradients of the examples."
              .formatted(NAME));
    }
    return leaves.getFirst().dim(0);
  }
}
