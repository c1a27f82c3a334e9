package io.cambric.examples.mnist;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.data.Dataset;
import io.cambric.data.image.Idx;
import io.cambric.data.image.LabelledImages;
import io.cambric.errors.DataException;
import io.cambric.examples.console.ExampleCommand;
import io.cambric.examples.console.ExampleRun;
import io.cambric.examples.digits.DigitNet;
import io.cambric.examples.digits.DigitsExample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The example {@code ./run mnist}: the network of the digits on the four IDX files of MNIST, or of
 * a data set of the same form such as Fashion-MNIST.
 */
public final class MnistExample {

  /** The command {@code ./run mnist}. */
  public static final ExampleCommand COMMAND =
      DigitsExample.options(
              "mnist",
              "Trains a convolutional network on the IDX files of MNIST, or files of the same format.",
              3,
              16)
          .requiredFolder(
              "--data",
              "Folder of train-images-idx3-ubyte and the three other files, compressed or not.")
          .runs(MnistExample::run);

  private static final double BRIGHTEST = 255;

  private MnistExample() {}

  /**
   * {@return a part of the data in a folder, {@code u8[n, height, width, 1]} and {@code i32[n]}}
   *
   * @param part such as {@code train}
   * @throws DataException if a file is missing or damaged, or images and labels do not fit
   */
  static LabelledImages read(Path folder, String part) {
    var imageFile = file(folder, part + "-images", "idx3");
    var labelFile = file(folder, part + "-labels", "idx1");
    var images = Idx.read(imageFile);
    var labels = Idx.read(labelFile);
    if (images.rank() != 3 || images.dtype() != DType.U8) {
      throw new DataException(
          "%s needs images, u8[n, height, width], but contains %s. Use the image file."
              .formatted(imageFile, images.aval()));
    }
    if (!labels.shape().equals(Shape.of(images.dim(0))) || labels.dtype() != DType.U8) {
      throw new DataException(
          "%s needs a label for each of the %d images of %s, u8[%d], but contains %s. Use the label file."
              .formatted(labelFile, images.dim(0), imageFile, images.dim(0), labels.aval()));
    }
    return new LabelledImages(images.expandDims(-1), labels.astype(DType.I32));
  }

  /** {@return the file of one of the usual names} */
  private static Path file(Path folder, String name, String kind) {
    var first = name + "-" + kind + "-ubyte";
    return Stream.of(
            first, first + ".gz", name + "." + kind + "-ubyte", name + "." + kind + "-ubyte.gz")
        .map(folder::resolve)
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(() ->
            new DataException(
                "The folder %s needs a file %s or %s.gz, but has neither. Pass --data with a folder of the four MNIST files."
                    .formatted(folder, first, first)));
  }

  private static void run(ExampleRun run) {
    var folder = run.requiredPath("--data");
    var net = DigitNet.of(run.whole("--width"), BRIGHTEST);
    var training = Dataset.ofArrays(read(folder, "train"));
    var test = Dataset.ofArrays(read(folder, "t10k"));
    DigitsExample.train(run, "MNIST", net, training, test);
  }
}
