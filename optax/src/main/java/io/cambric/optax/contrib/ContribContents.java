package io.cambric.optax.contrib;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;

/**
 * Contributed optimisers and transformations, as functions with the names of Optax.
 *
 * <p>The parameters of a function are the options without a default. Options are withers of the
 * record that it returns.
 *
 * {@snippet :
 * var tx = Contrib.muon(1e-3).withWeightDecay(0.1);
 * }
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/contrib.html">optax.contrib</a>
 */
@Facade(
    name = "Contrib",
    chapters = {@Chapter(ContribOptimizers.class), @Chapter(ContribWrappers.class)})
interface ContribContents {}
