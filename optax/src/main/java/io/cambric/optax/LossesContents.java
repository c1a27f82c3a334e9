package io.cambric.optax;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;

/**
 * Losses, one for each element or each example; training takes their {@code mean()}.
 *
 * <p>Predictions and logits are floating, and results keep their dtype. Classes are along the last
 * axis unless an axis is given.
 *
 * {@snippet :
 * var loss = Losses.softmaxCrossEntropyWithIntegerLabels(logits, labels).mean();
 * }
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/losses.html">optax losses</a>
 */
@Facade(
    name = "Losses",
    chapters =
        @Chapter({
          RegressionLosses.class,
          CrossEntropyLosses.class,
          MarginLosses.class,
          RankingLosses.class,
          SegmentationLosses.class,
          SequenceLosses.class,
          ContrastiveLosses.class
        }))
interface LossesContents {}
