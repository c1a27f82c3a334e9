package io.cambric.numpy;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;
import io.cambric.numpy.linalg.MatrixExponential;
import io.cambric.numpy.linalg.ScipyMatrices;

/**
 * The functions of {@code jax.scipy.linalg} that {@link Linalg} lacks: solutions from stored
 * factors, the matrix exponential, and structured matrices.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.scipy.html#module-jax.scipy.linalg">
 *     jax.scipy.linalg</a>
 */
@Facade(name = "ScipyLinalg", chapters = @Chapter({ScipyMatrices.class, MatrixExponential.class}))
interface ScipyLinalgContents {}
