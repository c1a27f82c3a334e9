package io.cambric.optax.linesearch;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Extra;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.InnerProducts;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import org.jspecify.annotations.Nullable;

/**
 * The loss along a line, from some parameters in the direction of the updates.
 *
 * @param function the loss
 * @param params the start
 * @param direction the updates
 * @param value of the loss at the start, in the dtype of the parameters
 * @param grad of the loss at the start
 * @param slope the derivative along the line at the start
 */
record Line<P>(Fn<P, Array> function, P params, P direction, Array value, P grad, Array slope) {

  /** {@return the line of an update, after checking that its arguments are present} */
  static <P> Line<P> of(String where, P updates, @Nullable P params, Extras<P> extras) {
    var start = Hyperparameters.requireParams(where, params);
    var dtype = dtype(where, start);
    var grad = extras.requireGrad(where);
    return new Line<>(
        extras.requireValueFn(where),
        start,
        updates,
        extras.require(Extra.VALUE, where).astype(dtype),
        grad,
        InnerProducts.of(updates, grad).astype(dtype));
  }

  /** {@return the dtype of step sizes and values, which is the dtype of the first parameter} */
  static DType dtype(String where, Object params) {
    return Leaves.of(params).stream()
        .findFirst()
        .orElseThrow(() ->
            new TreeStructureException(
                "%s needs parameters, but got a tree without arrays. Check the mask, or the path to the parameters."
                    .formatted(where)))
        .dtype();
  }

  DType dtype() {
    return value.dtype();
  }

  P at(Array stepsize) {
    return InnerProducts.along(params, stepsize, direction);
  }

  Array valueAt(Array stepsize) {
    return function.apply(at(stepsize)).astype(dtype());
  }

  P gradAt(Array stepsize) {
    return Transforms.grad(function).apply(at(stepsize));
  }

  /** {@return x, or infinity if x is NaN} */
  static Array infiniteIfNan(Array x) {
    return Numpy.where(Numpy.isnan(x), Double.POSITIVE_INFINITY, x);
  }
}
