package io.cambric.examples.resnet;

import static io.cambric.numpy.Numpy.flip;
import static io.cambric.numpy.Numpy.pad;
import static io.cambric.numpy.Numpy.where;
import static io.cambric.transform.Transforms.vmap;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import java.util.List;

/**
 * Random changes of images that leave their class: a shift by a few pixels and a mirror image. It
 * is part of the compiled step.
 */
final class Augmentation {

  /** Black pixels around an image, and so the farthest shift. */
  private static final int MARGIN = 4;

  private Augmentation() {}

  /** {@return the images, each changed by a key of its own} */
  static Array apply(Array images, Key key) {
    return vmap(Augmentation::one).apply(images, key.split(images.dim(0)));
  }

  private static Array one(Array image, Key key) {
    var keys = key.split();
    var padded = pad(image, new int[][] {{MARGIN, MARGIN}, {MARGIN, MARGIN}, {0, 0}});
    Array shift = Random.randint(keys.get(0), Shape.of(2), 0, 2 * MARGIN + 1, DType.I32);
    Array moved =
        Lax.dynamicSlice(
            padded,
            List.of(shift.get(0), shift.get(1), NdArray.scalar(DType.I32, 0)),
            image.shape());
    Array mirrored = Random.bernoulli(keys.get(1), 0.5, Shape.scalar());
    return where(mirrored, flip(moved, 1), moved);
  }
}
