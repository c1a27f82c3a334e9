package io.cambric.nn;

import io.cambric.array.Shape;
import io.cambric.core.Array;

/**
 * Images along one batch axis, and their original batch axes.
 *
 * @param images {@code [batch, spatial..., channels]}
 * @param batch the sizes of the original batch axes, possibly none
 */
record ImageBatch(Array images, Shape batch) {

  /** {@return the images of an input, which has any number of batch axes} */
  static ImageBatch of(Array x, int spatialAxes) {
    int batchAxes = x.rank() - spatialAxes - 1;
    var batch = x.shape().slice(0, batchAxes);
    var image = x.shape().slice(batchAxes, x.rank());
    return new ImageBatch(
        batchAxes == 1 ? x : x.reshape(Shape.of(batch.size()).concat(image)), batch);
  }

  /** {@return a result for these images with the batch axes of the input} */
  Array restored(Array y) {
    return batch.rank() == 1 ? y : y.reshape(batch.concat(y.shape().slice(1, y.rank())));
  }
}
