package io.cambric.numpy;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;
import io.cambric.numpy.linalg.MatrixExponential;
import io.cambric.numpy.linalg.ScipyMatrices;

/**
 * The functions of {@code jax.scipy.linalg} that {@link Linalg} has not: solutions by factors that
 * are kept, the matrix exponential, and matrices of a pattern.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.scipy.html#module-jax.scipy.linalg">
 *     jax.scipy.linalg</a>
 */
@Facade(name = "ScipyLinalg", chapters = @Chapter({ScipyMatrices.class, MatrixExponential.class}))
interface ScipyLinalgContents {}
