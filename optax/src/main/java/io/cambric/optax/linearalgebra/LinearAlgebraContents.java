package io.cambric.optax.linearalgebra;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;

/**
 * Linear algebra for optimisation: iterations that consist of products with a matrix.
 *
 * {@snippet :
 * var dominant = LinearAlgebra.powerIteration(matrix, PowerIterationOptions.DEFAULT.withNumIters(20));
 * Array preconditioner = LinearAlgebra.matrixInversePthRoot(matrix, 4).root();
 * Array weights = LinearAlgebra.nnls(a, b, 1000);
 * }
 *
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/api/utilities.html#linear-algebra-operators">
 *     optax linear algebra operators</a>
 */
@Facade(
    name = "LinearAlgebra",
    chapters = {
      @Chapter(PowerIteration.class),
      @Chapter(InverseRoots.class),
      @Chapter(NonNegativeLeastSquares.class)
    })
interface LinearAlgebraContents {}
