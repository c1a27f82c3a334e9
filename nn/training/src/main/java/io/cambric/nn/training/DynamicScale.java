package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Leaves;
import io.cambric.scope.Shards;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.WithAux;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Dynamic scaling of a loss, so that small gradients in f16 do not become 0.
 *
 * <p>The loss is multiplied by a scale before differentiation, and the gradients are divided by it.
 * After an overflow the scale shrinks. After a number of finite steps it grows. A step with an
 * overflow should leave the parameters.
 *
 * {@snippet :
 * var scaled = dynamicScale.valueAndGrad(loss).apply(params);
 * var next = Trees.map(params, scaled.grad(), (p, g) -> where(scaled.finite(), p.sub(g), p));
 * dynamicScale = scaled.dynamicScale();
 * }
 *
 * @param growthFactor factor by which the scale grows
 * @param backoffFactor factor by which the scale shrinks
 * @param growthInterval finite steps before the scale grows
 * @param finSteps finite steps since the last change, {@code i32[]}
 * @param scale of the loss, {@code f32[]}
 * @param minimumScale least scale, or {@code null} for none
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.training.html#dynamic-scale">flax.training.dynamic_scale</a>
 * @see <a href="https://arxiv.org/abs/1710.03740">Micikevicius et al., 2017</a>
 */
@PyTree
public record DynamicScale(
    @Static double growthFactor,
    @Static double backoffFactor,
    @Static int growthInterval,
    Array finSteps,
    Array scale,
    @Static @Nullable Double minimumScale)
    implements DynamicScaleWith {

  /**
   * A scale of 65536 that doubles after 2000 finite steps, halves after an overflow, and stays at
   * least the smallest normal f32.
   */
  public DynamicScale() {
    this(2, 0.5, 2000, NdArray.scalar(DType.I32, 0), scalar(65536), (double) Float.MIN_NORMAL);
  }

  /** {@return this with another scale} */
  public DynamicScale withScale(double value) {
    return new DynamicScale(
        growthFactor, backoffFactor, growthInterval, finSteps, scalar(value), minimumScale);
  }

  /**
   * {@return a function from the argument of a loss to its value, its gradients and the next scale}
   *
   * @param loss to a scalar
   */
  public <P> Fn<P, DynamicScaleResult<Array, P>> valueAndGrad(Fn<P, Array> loss) {
    return valueAndGrad(loss, UnaryOperator.identity());
  }

  /**
   * {@return as {@link #valueAndGrad(Fn)}, with gradients averaged along a named axis}
   *
   * @param loss to a scalar
   * @param axisName of {@code pmap} or {@code vmap}
   */
  public <P> Fn<P, DynamicScaleResult<Array, P>> valueAndGrad(Fn<P, Array> loss, String axisName) {
    return valueAndGrad(loss, grad -> Shards.pmean(grad, axisName));
  }

  private <P> Fn<P, DynamicScaleResult<Array, P>> valueAndGrad(
      Fn<P, Array> loss, UnaryOperator<P> average) {
    Fn<P, Array> scaledLoss = params -> scale.mul(loss.apply(params));
    return params -> {
      var scaled = Transforms.valueAndGrad(scaledLoss).apply(params);
      return result(scaled.value().div(scale), average.apply(unscaled(scaled.grads())));
    };
  }

  /**
   * {@return as {@link #valueAndGrad(Fn)}, for a loss with auxiliary output, which is not scaled}
   *
   * @param loss to a scalar and the auxiliary output
   */
  public <P, X> Fn<P, DynamicScaleResult<WithAux<X>, P>> valueAndGradAux(Fn<P, WithAux<X>> loss) {
    return valueAndGradAux(loss, UnaryOperator.identity());
  }

  /**
   * {@return as {@link #valueAndGradAux(Fn)}, with gradients averaged along a named axis}
   *
   * @param loss to a scalar and the auxiliary output
   * @param axisName of {@code pmap} or {@code vmap}
   */
  public <P, X> Fn<P, DynamicScaleResult<WithAux<X>, P>> valueAndGradAux(
      Fn<P, WithAux<X>> loss, String axisName) {
    return valueAndGradAux(loss, grad -> Shards.pmean(grad, axisName));
  }

  private <P, X> Fn<P, DynamicScaleResult<WithAux<X>, P>> valueAndGradAux(
      Fn<P, WithAux<X>> loss, UnaryOperator<P> average) {
    Fn<P, WithAux<X>> scaledLoss =
        params -> {
          var plain = loss.apply(params);
          return new WithAux<>(scale.mul(plain.value()), plain.aux());
        };
    return params -> {
      var scaled = Transforms.valueAndGradAux(scaledLoss).apply(params);
      var aux = new WithAux<>(scaled.value().div(scale), scaled.aux());
      return result(aux, average.apply(unscaled(scaled.grads())));
    };
  }

  private <P> P unscaled(P grads) {
    return Leaves.map(grads, grad -> grad.astype(DType.F32).div(scale));
  }

  private <X, P> DynamicScaleResult<X, P> result(X aux, P grads) {
    var finite = Leaves.areFinite(grads);
    return new DynamicScaleResult<>(next(finite), finite, aux, grads);
  }

  private DynamicScale next(Array finite) {
    var grows = finSteps.eq(growthInterval);
    var grown = Numpy.minimum(scale.mul(growthFactor), scalar(Float.MAX_VALUE));
    var kept = Numpy.where(grows.and(finite), grown, scale);
    var nextScale = Numpy.where(finite, kept, shrunk());
    var nextSteps = Numpy.where(grows.or(finite.not()), 0, finSteps.add(1));
    return new DynamicScale(
        growthFactor, backoffFactor, growthInterval, nextSteps, nextScale, minimumScale);
  }

  private Array shrunk() {
    var smaller = scale.mul(backoffFactor);
    return minimumScale == null ? smaller : Numpy.maximum(smaller, scalar(minimumScale));
  }

  private static Array scalar(double value) {
    return NdArray.scalar(DType.F32, value);
  }
}
