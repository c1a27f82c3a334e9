package io.cambric.examples.digits;

import java.io.Serializable;

/**
 * The choices of a training on images that several processes share.
 *
 * @param seed of parameters, dropout and order of the images
 * @param epochs passes over the images
 * @param batch images a step, of all processes together
 * @param width channels of the first convolutions
 * @param rate peak learning rate
 * @param images to learn from, of all processes together
 */
public record SharedPlan(long seed, int epochs, int batch, int width, double rate, int images)
    implements Serializable {

  /** {@return the steps of an epoch} */
  int steps() {
    return images / batch;
  }
}
