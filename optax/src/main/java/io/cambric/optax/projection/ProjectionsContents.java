package io.cambric.optax.projection;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;

/**
 * Euclidean projections: the tree in a set that is nearest to a given tree, as one vector of all
 * leaves.
 *
 * <p>Scales are numbers or scalar arrays, above 0. Bounds of boxes may also be trees. Results have
 * the shapes and dtypes of the tree.
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/projections.html">optax.projections</a>
 */
@Facade(name = "Projections", chapters = @Chapter(ProjectionFunctions.class))
interface ProjectionsContents {}
