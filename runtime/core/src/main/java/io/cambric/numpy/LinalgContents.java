package io.cambric.numpy;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;
import io.cambric.numpy.linalg.Decompositions;
import io.cambric.numpy.linalg.Determinants;
import io.cambric.numpy.linalg.LinearEquations;
import io.cambric.numpy.linalg.MatrixNorms;
import io.cambric.numpy.linalg.MatrixProducts;

/**
 * The functions of {@code jax.numpy.linalg}, for the matrices along the last two axes. Integers
 * become the default floating dtype; factorisations take f32 and f64 only.
 *
 * <p>Values are computed in double precision and rounded.
 *
 * {@snippet :
 * Array x = Linalg.solve(a, b);
 * var svd = Linalg.svd(a, false);
 * Array logdet = Linalg.slogdet(covariance).logabsdet();
 * }
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.numpy.html#module-jax.numpy.linalg">
 *     jax.numpy.linalg</a>
 */
@Facade(
    name = "Linalg",
    chapters =
        @Chapter({
          MatrixProducts.class,
          Decompositions.class,
          Determinants.class,
          LinearEquations.class,
          MatrixNorms.class
        }))
interface LinalgContents {}
