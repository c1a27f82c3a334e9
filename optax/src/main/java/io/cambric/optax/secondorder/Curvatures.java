package io.cambric.optax.secondorder;

import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.FlattenUtil;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn3;

/** Second derivatives. */
final class Curvatures {

  private Curvatures() {}

  /**
   * {@return the product of the Hessian of a loss with a vector, as a tree like the parameters}
   *
   * <pre>
   *   H v = d/dt grad loss(params + t v)
   * </pre>
   *
   * @param loss from parameters, inputs and targets to a scalar
   * @param v a row of all parameters in order, {@code [n]}
   * @param params a tree of n numbers
   * @throws ShapeException if the vector has another size
   */
  public static <P, X, Y> P hvp(Fn3<P, X, Y, Array> loss, Array v, P params, X inputs, Y targets) {
    var flat = FlattenUtil.ravelPytree(params);
    if (!v.shape().equals(flat.flat().shape())) {
      throw new ShapeException(
          "hvp needs a vector of all parameters, of shape %s, but got %s. Make it from a tree with ravelPytree."
              .formatted(flat.flat().shape(), v.aval()));
    }
    P direction = flat.unravel().apply(v.astype(flat.flat().dtype()));
    return along(loss, params, direction, inputs, targets);
  }

  private static <P, X, Y> P along(
      Fn3<P, X, Y, Array> loss, P params, P direction, X inputs, Y targets) {
    Fn<P, Array> ofParams = at -> loss.apply(at, inputs, targets);
    Fn<P, P> gradient = Transforms.grad(ofParams);
    return Transforms.jvp(gradient, params, direction).tangent();
  }

  /**
   * {@return the diagonal of the Hessian of a loss, a row {@code [n]} of all parameters in order}
   *
   * <p>It needs a product with the Hessian for each of the n parameters. All products are computed
   * together.
   *
   * @param loss from parameters, inputs and targets to a scalar
   */
  public static <P, X, Y> Array hessianDiag(
      Fn3<P, X, Y, Array> loss, P params, X inputs, Y targets) {
    var flat = FlattenUtil.ravelPytree(params);
    int size = flat.flat().dim(0);
    Fn<Array, Array> entry =
        v -> {
          var product = along(loss, params, flat.unravel().apply(v), inputs, targets);
          return Numpy.vdot(v, FlattenUtil.ravelPytree(product).flat());
        };
    return Transforms.vmap(entry).apply(Numpy.eye(size, size, 0, flat.flat().dtype()));
  }

  /**
   * {@return the diagonal of the observed Fisher information, a row {@code [n]} of all parameters}
   *
   * <pre>
   *   (grad negativeLogLikelihood)^2
   * </pre>
   *
   * @param negativeLogLikelihood from parameters, inputs and targets to a scalar
   */
  public static <P, X, Y> Array fisherDiag(
      Fn3<P, X, Y, Array> negativeLogLikelihood, P params, X inputs, Y targets) {
    Fn<P, Array> ofParams = at -> negativeLogLikelihood.apply(at, inputs, targets);
    P gradient = Transforms.grad(ofParams).apply(params);
    return FlattenUtil.ravelPytree(gradient).flat().square();
  }
}
