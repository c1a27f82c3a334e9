package io.cambric.examples.diffusion;

import static io.cambric.numpy.Numpy.take;

import io.cambric.core.Array;
import io.cambric.examples.images.Batch;

/**
 * A judge of images that is not learnt: the digit of the nearest known image.
 *
 * @param known images of any size, with their digits
 */
record NearestDigit(Batch known) {

  /** {@return the digits of images, {@code [n]}} */
  Array of(Array images) {
    var a = images.reshape(images.dim(0), -1);
    var b = known.images().reshape(known.size(), -1);
    // |a - b|^2 without |a|^2, which is the same for all that are compared.
    var distance = b.square().sum(-1).sub(a.matmul(b.transpose()).mul(2));
    return take(known.labels(), distance.argmin(-1), 0);
  }

  /** {@return the share of images whose digit is the one they should show} */
  double accuracy(Batch images) {
    return of(images.images()).eq(images.labels()).mean().item();
  }
}
