package io.cambric.optax;

/**
 * Losses, element by element or one for each example; take the {@code mean()} to train.
 *
 * <p>Predictions and logits are floating, and results keep their dtype. Classes are along the last
 * axis unless an axis is given.
 *
 * {@snippet :
 * var loss = Losses.softmaxCrossEntropyWithIntegerLabels(logits, labels).mean();
 * }
 *
 * <p>The functions stand in the classes that this one extends, one for each kind.
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/losses.html">optax losses</a>
 */
public final class Losses extends ContrastiveLosses {

  private Losses() {}
}
