/**
 * Linear algebra for optimisation: dominant eigenvalues, inverse roots of matrices, and nonnegative
 * least squares.
 *
 * <p>{@link io.cambric.optax.linearalgebra.LinearAlgebra} has the functions under their names in
 * Optax. All are iterations that stop after a number of steps or at a tolerance. They can be
 * traced, so a program can use them within a training step.
 *
 * {@snippet :
 * import static io.cambric.optax.linearalgebra.LinearAlgebra.*;
 *
 * // The largest curvature of a loss, without its Hessian.
 * Fn<Params, Params> hessian = v -> jvp(grad(loss), params, v).tangent();
 * Array curvature = powerIteration(hessian, direction).eigenvalue();
 *
 * // The preconditioner of Shampoo.
 * Array root = matrixInversePthRoot(covariance, 4).root();
 *
 * // Weights of at least 0 that explain b.
 * Array weights = nnls(a, b, 1000);
 * }
 *
 * <p>A linear map is a matrix, or a function on trees. A function suits maps that are too large for
 * a matrix, such as the Hessian of a model. Power iteration needs one product with the map per step
 * and stores two vectors.
 *
 * <p>{@code matrixInversePthRoot} uses coupled Newton iterations, which consist only of matrix
 * products. A ridge proportional to the largest eigenvalue keeps singular matrices invertible.
 * {@code nnls} uses projected gradients with momentum, so it also needs only products.
 *
 * <p>Loops that stop at a tolerance support only forward differentiation. {@code nnls} has a fixed
 * number of iterations and supports both modes.
 *
 * <p>The norm of a tree, {@code optax.global_norm}, is {@link io.cambric.optax.Optax#globalNorm}
 * and {@link io.cambric.optax.tree.OptaxTree#norm}. Decompositions, such as the SVD, are in {@link
 * io.cambric.numpy.Linalg}.
 */
@NullMarked
package io.cambric.optax.linearalgebra;

import org.jspecify.annotations.NullMarked;
