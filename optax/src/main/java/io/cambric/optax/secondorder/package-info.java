/**
 * Second derivatives of losses: products with the Hessian, its diagonal, and the diagonal of the
 * Fisher information.
 *
 * <p>{@link io.cambric.optax.secondorder.SecondOrder} has them for a loss of parameters, inputs and
 * targets. Parameters are any tree. Vectors are rows of all parameters in order, as in {@link
 * io.cambric.numpy.FlattenUtil#ravelPytree}.
 *
 * {@snippet :
 * import static io.cambric.optax.secondorder.SecondOrder.*;
 *
 * Params product = hvp(loss, v, params, inputs, targets);
 * Array curvatures = hessianDiag(loss, params, inputs, targets);
 * Array information = fisherDiag(negativeLogLikelihood, params, inputs, targets);
 * }
 *
 * <p>A product with the Hessian is a derivative of the gradient along a vector. It costs about as
 * much as two gradients, and no Hessian is stored. The diagonal needs such a product for each
 * parameter. For large models, {@link io.cambric.optax.contrib.HutchinsonEstimatorDiagHessian}
 * estimates the diagonal from one product.
 *
 * <p>{@code fisherDiag} is the square of the gradient of the whole batch, as in Optax. For the mean
 * over examples, map it over the examples with {@code vmap}, and take the mean.
 *
 * <p>Optax deprecates these functions, because each is a line of {@code jvp} and {@code grad}. For
 * a function of one tree, that line is {@code jvp(grad(f), x, v).tangent()}.
 */
@NullMarked
package io.cambric.optax.secondorder;

import org.jspecify.annotations.NullMarked;
