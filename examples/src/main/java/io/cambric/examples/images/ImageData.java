package io.cambric.examples.images;

import io.cambric.data.Dataset;
import io.cambric.data.Remainder;
import io.cambric.numpy.Key;
import java.util.function.UnaryOperator;

/**
 * Images to learn from and images to test on.
 *
 * @param training all images to learn from
 * @param test all images to test on
 * @param prepare from images as they are kept to those that the network takes
 */
public record ImageData(Batch training, Batch test, UnaryOperator<Batch> prepare) {

  /** {@return the training images in a random order, in batches of one size} */
  Dataset<Batch> shuffled(Key key, int batch) {
    return Dataset.ofArrays(training).shuffle(key).batch(batch).map(prepare);
  }

  /** {@return the test images in order, in batches of which the last one may be smaller} */
  Dataset<Batch> tests(int batch) {
    return Dataset.ofArrays(test).batch(batch, Remainder.KEEP).map(prepare);
  }
}
