package io.cambric.optax.aggregate;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;

/**
 * The aggregation of gradients of single examples, with the names of {@code
 * optax.experimental.aggregating}.
 *
 * {@snippet :
 * var tx = Aggregating.process(identity(), Aggregating.averagePerElementUpdates(0), adam(0.1));
 * }
 *
 * @see <a
 *     href="https://github.com/google-deepmind/optax/blob/main/optax/experimental/_aggregating.py">optax.experimental.aggregating</a>
 */
@Facade(name = "Aggregating", chapters = @Chapter(AggregatingTransformations.class))
interface AggregatingContents {}
