package io.cambric.examples.images;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * Images and the digits they show.
 *
 * @param images {@code [n, height, width, 1]}: f32 intensities in {@code [0, 1]}, or bytes before
 *     they are prepared
 * @param labels i32 {@code [n]}, 0 to 9
 */
@PyTree
public record Batch(Array images, Array labels) {

  /** {@return the number of images} */
  public int size() {
    return labels.dim(0);
  }
}
