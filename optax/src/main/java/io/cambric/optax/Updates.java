package io.cambric.optax;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Norms;
import io.cambric.optax.base.OptState;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.linesearch.ValueAndGradFromState;
import io.cambric.optax.transform.PerExampleClipping;
import io.cambric.optax.transform.UnitwiseNorms;
import io.cambric.optax.tree.OptaxTree;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.WithResiduals;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Functions of updates and parameters. */
final class Updates {

  private Updates() {}

  /**
   * {@return parameters plus updates, each sum converted back to the dtype of the parameter}
   *
   * @throws io.cambric.errors.TreeStructureException if their structures differ
   */
  public static <P> P applyUpdates(P params, P updates) {
    return Leaves.map(params, updates, (p, u) -> p.add(u).astype(p.dtype()));
  }

  /** {@return the square root of the sum of squares over all leaves; a scalar} */
  public static Array globalNorm(Object tree) {
    return Norms.global(tree);
  }

  /**
   * {@return the larger of the Euclidean norm of all elements and a bound; a scalar}
   *
   * <p>The derivative is 0 where the bound holds, even for elements that are all 0.
   *
   * @see <a href="https://optax.readthedocs.io/en/latest/api/utilities.html">optax.safe_norm</a>
   */
  public static Array safeNorm(Array x, Scalar minNorm) {
    return Norms.safe(x, minNorm);
  }

  /**
   * {@return the larger of the Euclidean norm over axes and a bound}
   *
   * @param axis the axes, or {@code null} for all
   * @param keepDims whether the axes stay with size 1
   */
  public static Array safeNorm(Array x, Scalar minNorm, @Nullable Axes axis, boolean keepDims) {
    return Norms.safe(x, minNorm, axis, keepDims);
  }

  /**
   * {@return the larger of a norm over axes and a bound}
   *
   * @param ord the order of the norm, of vectors over one axis, or of matrices over two
   * @param keepDims whether the axes stay with size 1
   * @throws io.cambric.errors.ShapeException if there are not one or two axes, or matrices have no
   *     norm of the order
   */
  public static Array safeNorm(Array x, Scalar minNorm, double ord, Axes axis, boolean keepDims) {
    return Norms.safe(x, minNorm, ord, axis, keepDims);
  }

  /**
   * {@return the larger of the root mean square of all elements and a bound; a scalar}
   *
   * <p>The derivative is 0 where the bound holds, even for elements that are all 0.
   *
   * @see <a
   *     href="https://optax.readthedocs.io/en/latest/api/utilities.html">optax.safe_root_mean_squares</a>
   */
  public static Array safeRootMeanSquares(Array x, Scalar minRms) {
    return Norms.safeRootMeanSquares(x, minRms);
  }

  /**
   * {@return stepSize * newTensors + (1 - stepSize) * oldTensors}
   *
   * <p>This gives an average of past parameters, for evaluation.
   *
   * @param stepSize the fraction of the new values, usually small
   * @see <a href="https://epubs.siam.org/doi/10.1137/0330046">Polyak and Juditsky, 1992</a>
   */
  public static <P> P incrementalUpdate(P newTensors, P oldTensors, Scalar stepSize) {
    return Leaves.map(
        newTensors,
        oldTensors,
        (young, old) -> stepSize.times(young).add(stepSize.complement().times(old)));
  }

  /** {@return the normal distribution with independent components} */
  public static MultiNormal multiNormal(Array loc, Array logScale) {
    return new MultiNormal(loc, logScale);
  }

  /**
   * {@return the new values after every period, and the old ones between}
   *
   * <p>This gives a slow copy of parameters, such as the parameters of a target network.
   *
   * @param steps updates so far, an integer scalar
   * @param updatePeriod updates between two copies, at least 1
   * @see <a href="https://arxiv.org/abs/1312.5602">Mnih et al., 2013</a>
   */
  public static <P> P periodicUpdate(P newTensors, P oldTensors, Array steps, int updatePeriod) {
    requirePeriod(updatePeriod);
    var isDue = steps.mod(updatePeriod).eq(0);
    return Transforms.cond(
        isDue, both -> both.get(0), both -> both.get(1), List.of(newTensors, oldTensors));
  }

  private static void requirePeriod(int updatePeriod) {
    Hyperparameters.requireAtLeast(
        "periodic_update",
        "an update period",
        1,
        updatePeriod,
        "It is the number of updates between two copies.");
  }

  /** {@return the new values if the steps are a multiple of the period, else the old ones} */
  public static <P> P periodicUpdate(P newTensors, P oldTensors, int steps, int updatePeriod) {
    requirePeriod(updatePeriod);
    return steps % updatePeriod == 0 ? newTensors : oldTensors;
  }

  /**
   * {@return count + 1, or the count itself if it is already the largest number of its dtype}
   *
   * @param count of an integer or a floating dtype
   * @throws io.cambric.errors.DTypeException if the dtype is neither
   */
  public static Array safeIncrement(Array count) {
    return Counts.increment(count);
  }

  /**
   * {@return the tree unchanged; its gradient is multiplied by a scale}
   *
   * @param scale 1 for the unchanged gradient, 0 for none
   */
  public static <P> P scaleGradient(P inputs, Scalar scale) {
    if (scale.is(1)) {
      return inputs;
    }
    if (scale.is(0)) {
      return Transforms.stopGradient(inputs);
    }
    Fn<P, P> unchanged = x -> x;
    return Transforms.customVjp(
            unchanged,
            x -> new WithResiduals<>(x, scale.array()),
            (factor, cotangent) ->
                Leaves.map(cotangent, leaf -> leaf.mul(factor).astype(leaf.dtype())))
        .apply(inputs);
  }

  /**
   * {@return a state with a function applied to the parts that are shaped like the parameters}
   *
   * @see OptaxTree#mapParams
   */
  public static <S extends OptState> S treeMapParams(
      GradientTransformation transformation, UnaryOperator<Array> f, S state) {
    return OptaxTree.mapParams(transformation, f, state);
  }

  /** {@return the state with a function of each array and the leaf of another tree at its path} */
  public static <S extends OptState> S treeMapParams(
      GradientTransformation transformation, BinaryOperator<Array> f, S state, Object rest) {
    return OptaxTree.mapParams(transformation, f, state, rest);
  }

  /** {@return the sum over examples of gradients, each limited to a norm over all leaves} */
  public static <P> PerExampleClipping.Clipped<P, Array> perExampleGlobalNormClip(
      P grads, Scalar l2NormClip) {
    return PerExampleClipping.byGlobalNorm(grads, l2NormClip);
  }

  /**
   * {@return the sum over examples of gradients, each leaf limited to its share of a norm}
   *
   * @param uniform whether all shares are equal; otherwise they are in proportion to numbers of
   *     parameters
   */
  public static <P> PerExampleClipping.Clipped<P, P> perExampleLayerNormClip(
      P grads, Scalar globalL2NormClip, boolean uniform) {
    return PerExampleClipping.byLayerNorm(grads, globalL2NormClip, uniform);
  }

  /** {@return the gradient, with the norms of its units limited} */
  public static Array unitwiseClip(Array norm, Array maxNorm, Array gradient) {
    return UnitwiseNorms.clip(norm, maxNorm, gradient, Scalar.of(1e-6));
  }

  /** {@return the norm of the unit of each element, such as the weights that lead to an output} */
  public static Array unitwiseNorm(Array x) {
    return UnitwiseNorms.norm(x, null);
  }

  /** {@return the norm of the unit of each element, which extends over the given axes} */
  public static Array unitwiseNorm(Array x, Axes axes) {
    return UnitwiseNorms.norm(x, axes);
  }

  /**
   * {@return the value and the gradient of a loss, taken from the state of a line search if
   * possible}
   *
   * @param valueFn from parameters to a scalar; its other arguments are captured
   */
  public static <P> ValueAndGradFromState<P> valueAndGradFromState(Fn<P, Array> valueFn) {
    return new ValueAndGradFromState<>(valueFn);
  }
}
