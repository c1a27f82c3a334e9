package io.cambric.examples.mnist;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.data.image.Idx;
import io.cambric.errors.DataException;
import io.cambric.examples.images.Batch;
import io.cambric.examples.images.ImageData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The four IDX files of MNIST, or of a data set of the same form, in a folder. */
final class MnistData {

  private static final double MAX_INTENSITY = 255;

  private static final int LABELS = 10;

  private MnistData() {}

  /**
   * {@return the images of a folder}
   *
   * @throws DataException if a file is missing or damaged, or images and labels do not fit
   */
  static ImageData read(Path folder) {
    return new ImageData(part(folder, "train"), part(folder, "t10k"), MnistData::prepared);
  }

  private static Batch part(Path folder, String part) {
    var imageFile = file(folder, part + "-images", "idx3");
    var labelFile = file(folder, part + "-labels", "idx1");
    var images = Idx.read(imageFile);
    var labels = Idx.read(labelFile);
    if (images.rank() != 3 || images.dtype() != DType.U8) {
      throw new DataException(
          "%s needs images, u8[n, height, width], but holds %s. Take the file of images."
              .formatted(imageFile, images.aval()));
    }
    if (!labels.shape().equals(Shape.of(images.dim(0))) || labels.dtype() != DType.U8) {
      throw new DataException(
          "%s needs a label for each of the %d images of %s, u8[%d], but holds %s. Take the file of their labels."
              .formatted(labelFile, images.dim(0), imageFile, images.dim(0), labels.aval()));
    }
    requireDigits(labelFile, labels);
    return new Batch(images.expandDims(-1), labels.astype(DType.I32));
  }

  private static void requireDigits(Path file, NdArray labels) {
    for (int i = 0; i < labels.size(); i++) {
      if (labels.getLong(i) >= LABELS) {
        throw new DataException(
            "%s needs labels from 0 to 9, but label %d is %d. Take a data set of ten classes."
                .formatted(file, i, labels.getLong(i)));
      }
    }
  }

  /** {@return the file of one of the names that go round} */
  private static Path file(Path folder, String name, String kind) {
    var names =
        List.of(
            name + "-" + kind + "-ubyte",
            name + "-" + kind + "-ubyte.gz",
            name + "." + kind + "-ubyte",
            name + "." + kind + "-ubyte.gz");
    return names.stream()
        .map(folder::resolve)
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(() ->
            new DataException(
                "The folder %s needs a file %s or %s, but has neither. Pass --data with a folder of the four files of MNIST."
                    .formatted(folder, names.get(0), names.get(1))));
  }

  private static Batch prepared(Batch batch) {
    return new Batch(batch.images().astype(DType.F32).div(MAX_INTENSITY), batch.labels());
  }
}
