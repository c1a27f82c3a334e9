package io.cambric.optax;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;

/**
 * Optimisers, and the gradient transformations in their chains, as functions with the names of
 * Optax.
 *
 * <p>The parameters of a function are the options without a default. Options are withers of the
 * record that it returns.
 *
 * {@snippet :
 * var tx = chain(clipByGlobalNorm(1), adamw(1e-3).withWeightDecay(1e-2).withNesterov(true));
 * }
 *
 * <p>A learning rate is a number, a scalar array, or a schedule.
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizers.html">optax optimizers</a>
 */
@Facade(
    name = "Optax",
    chapters = {
      @Chapter(Optimizers.class),
      @Chapter(Transformations.class),
      @Chapter(Wrappers.class),
      @Chapter(Updates.class)
    })
interface OptaxContents {}
