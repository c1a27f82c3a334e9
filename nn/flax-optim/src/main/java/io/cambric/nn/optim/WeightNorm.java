package io.cambric.nn.optim;

import io.cambric.annotations.PyTree;
import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.optax.hyperparameter.Scalar;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Weight normalisation around another optimiser, which steps along direction and scale of each
 * weight vector instead of the vector itself.
 *
 * <pre>
 *   w = s v / sqrt(|v|^2 + eps)            v direction, s scale, for each index of the last axis
 *   gs = sum(g v) / n                      n = sqrt(|v|^2 + eps)
 *   gv = g s / n - v s sum(g v) / n^3 + decay v
 * </pre>
 *
 * <p>Parameters with one axis, such as biases, have no scale.
 *
 * @param inner the optimiser of directions and scales
 * @param wnDecay share of the direction added to its gradient
 * @param wnEps added to squared norms
 * @param <D> the inner optimiser
 * @deprecated use the layer {@link io.cambric.nn.WeightNorm}
 * @see <a
 *     href="https://github.com/google/flax/blob/v0.5.3/flax/optim/weight_norm.py">flax.optim.WeightNorm</a>
 * @see <a href="https://arxiv.org/abs/1602.07868">Salimans and Kingma, 2016</a>
 */
@Deprecated(since = "0.1.0")
public record WeightNorm<D extends OptimizerDef<D>>(D inner, Scalar wnDecay, Scalar wnEps)
    implements OptimizerDef<WeightNorm<D>> {

  private static final String DIRECTION = "direction/";
  private static final String SCALE = "scale/";

  /**
   * The state of one parameter.
   *
   * @param directionState state of the inner optimiser for the direction; {@code null} without one
   * @param scaleState state of the inner optimiser for the scale; {@code null} without one
   * @param direction in the shape of the parameter
   * @param scale {@code [1, .., 1, features]}, or {@code null} for a parameter of one axis
   */
  @PyTree
  public record State(
      @Nullable Object directionState,
      @Nullable Object scaleState,
      Array direction,
      @Nullable Array scale) {}

  /** No decay of directions, eps 1e-8. */
  public WeightNorm(D inner) {
    this(inner, Scalar.of(0), Scalar.of(1e-8));
  }

  /**
   * {@return this with other hyperparameters of the inner optimiser}
   *
   * {@snippet :
   * optimizer.applyGradient(grads, norm -> norm.withInner(adam -> adam.withLearningRate(rate)));
   * }
   */
  public WeightNorm<D> withInner(UnaryOperator<D> override) {
    return new WeightNorm<>(override.apply(inner), wnDecay, wnEps);
  }

  /** {@return this with another decay of directions} */
  public WeightNorm<D> withWnDecay(double decay) {
    return new WeightNorm<>(inner, Scalar.of(decay), wnEps);
  }

  /** {@return this with another decay of directions} */
  public WeightNorm<D> withWnDecay(Array decay) {
    return new WeightNorm<>(inner, Scalar.of(decay), wnEps);
  }

  /** {@return this with another number added to squared norms} */
  public WeightNorm<D> withWnEps(double eps) {
    return new WeightNorm<>(inner, wnDecay, Scalar.of(eps));
  }

  /** {@return this with another number added to squared norms} */
  public WeightNorm<D> withWnEps(Array eps) {
    return new WeightNorm<>(inner, wnDecay, Scalar.of(eps));
  }

  @Override
  public OptimizerState initState(Map<String, Array> params) {
    var parts = new LinkedHashMap<String, Array>();
    params.forEach((path, param) -> {
      if (isNormalized(param)) {
        var norm = squaredNorm(param).sqrt();
        parts.put(DIRECTION + path, param.div(norm));
        parts.put(SCALE + path, norm);
      } else {
        parts.put(DIRECTION + path, param);
      }
    });
    return state(params, parts, inner.initState(parts));
  }

  @Override
  public AppliedGradient applyGradient(
      Map<String, Array> params, OptimizerState state, Map<String, Array> grads) {
    var parts = new LinkedHashMap<String, Array>();
    var partStates = new LinkedHashMap<String, Object>();
    var partGrads = new LinkedHashMap<String, Array>();
    params.forEach((path, _) -> {
      var before = (State) Objects.requireNonNull(state.paramStates().get(path));
      var grad = Objects.requireNonNull(grads.get(path));
      parts.put(DIRECTION + path, before.direction);
      putState(DIRECTION + path, before.directionState, partStates);
      partGrads.put(DIRECTION + path, grad);
      if (before.scale != null) {
        parts.put(SCALE + path, before.scale);
        putState(SCALE + path, before.scaleState, partStates);
        putGrads(path, before.direction, before.scale, grad, partGrads);
      }
    });
    var applied = inner.applyGradient(parts, state.sameStep(partStates), partGrads);
    var next = new LinkedHashMap<String, Array>();
    params.forEach((path, _) -> next.put(path, merged(path, applied.params())));
    return new AppliedGradient(next, state(params, applied.params(), applied.state()));
  }

  private static void putState(String path, @Nullable Object state, Map<String, Object> states) {
    if (state != null) {
      states.put(path, state);
    }
  }

  private void putGrads(
      String path, Array direction, Array scale, Array grad, Map<String, Array> grads) {
    var factor = Lax.rsqrt(squaredNorm(direction));
    var along = grad.mul(direction).sum(leadingAxes(direction), true);
    var across =
        grad.mul(scale.mul(factor))
            .sub(direction.mul(scale.mul(along).mul(factor.mul(factor.square()))));
    grads.put(SCALE + path, along.mul(factor));
    grads.put(DIRECTION + path, WeightDecay.added(across, wnDecay, direction));
  }

  private Array merged(String path, Map<String, Array> parts) {
    var direction = Objects.requireNonNull(parts.get(DIRECTION + path));
    var scale = parts.get(SCALE + path);
    return scale == null ? direction : direction.mul(scale.mul(Lax.rsqrt(squaredNorm(direction))));
  }

  private OptimizerState state(
      Map<String, Array> params, Map<String, Array> parts, OptimizerState innerState) {
    var inners = innerState.paramStates();
    var states = new LinkedHashMap<String, Object>();
    for (var path : params.keySet()) {
      states.put(
          path,
          new State(
              inners.get(DIRECTION + path),
              inners.get(SCALE + path),
              Objects.requireNonNull(parts.get(DIRECTION + path)),
              parts.get(SCALE + path)));
    }
    return innerState.sameStep(states);
  }

  private static boolean isNormalized(Array param) {
    return param.rank() > 0 && param.size() > param.dim(-1);
  }

  private Array squaredNorm(Array direction) {
    return wnEps.plus(direction.square().sum(leadingAxes(direction), true));
  }

  private static Axes leadingAxes(Array x) {
    return Axes.of(IntStream.range(0, x.rank() - 1).toArray());
  }
}
