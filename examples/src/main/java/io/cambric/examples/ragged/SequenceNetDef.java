package io.cambric.examples.ragged;

import static io.cambric.numpy.Activations.relu;
import static io.cambric.numpy.Activations.softmax;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import io.cambric.nn.GruCell;
import io.cambric.nn.Rnn;
import io.cambric.numpy.Numpy;

/**
 * A classifier of one sequence: a convolution, a recurrent layer, and attention over the steps.
 *
 * <p>Shapes: {@code x: [length, features], mask: bool[length] -> [classes]}, the logits. There is
 * no axis of a batch: {@code vmap} adds it.
 *
 * <p>Steps at the end with a false mask change nothing. The convolution reads zeros there, as at
 * the end of an array; the recurrent layer comes to them after all others; attention gives them no
 * weight.
 *
 * @param width features of the layers
 * @param classes width of the logits
 */
@Module
record SequenceNetDef(int width, int classes) {

  /** Steps that the convolution reads. */
  private static final int WINDOW = 7;

  /** A score whose exponential is 0, and whose differences are finite where all are masked. */
  private static final double NO_WEIGHT = -1e30;

  @Compact
  Array call(Array x, Array mask) {
    var kept = Numpy.where(mask.reshape(-1, 1), x, 0);
    var h = relu(Conv.of(width, WINDOW).call(kept));
    h = Rnn.of(GruCell.of(width)).call(h);
    var scores = Dense.of(1).named("attention").call(h).reshape(-1);
    var weights = softmax(Numpy.where(mask, scores, NO_WEIGHT));
    return Dense.of(classes).named("logits").call(weights.matmul(h));
  }
}
