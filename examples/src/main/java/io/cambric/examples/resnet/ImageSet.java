package io.cambric.examples.resnet;

import static io.cambric.numpy.Numpy.concatenate;
import static io.cambric.numpy.Numpy.take;

import io.cambric.core.Array;
import io.cambric.data.image.Cifar;
import io.cambric.data.image.ImageFolder;
import io.cambric.data.image.ImageOptions;
import io.cambric.data.image.LabelledImages;
import io.cambric.errors.DataException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.tree.Trees;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Images as bytes, in two parts, and the number of their classes. */
record ImageSet(LabelledImages training, LabelledImages test, int classes) {

  /**
   * {@return the images of a folder}
   *
   * <p>It has the files of CIFAR-10 or CIFAR-100, or a folder of images for each class. Folders
   * {@code train} and {@code test} with such folders are the two parts. Without them, a fifth of
   * the images is the test.
   *
   * @param side pixels along each side of images of folders
   * @param key of the order in which folders of classes are divided
   * @throws DataException if a file is missing or damaged, or the parts have different classes
   */
  static ImageSet read(Path folder, int side, Key key) {
    if (Files.exists(folder.resolve("test_batch.bin"))) {
      var files = Stream.of(1, 2, 3, 4, 5).map(i -> folder.resolve("data_batch_" + i + ".bin"));
      var batches = files.map(Cifar::read10).toList();
      var training = Trees.mapAll(batches, (List<Array> each) -> concatenate(each));
      return new ImageSet(training, Cifar.read10(folder.resolve("test_batch.bin")), 10);
    }
    if (Files.exists(folder.resolve("train.bin"))) {
      return new ImageSet(fine(folder.resolve("train.bin")), fine(folder.resolve("test.bin")), 100);
    }
    if (Files.isDirectory(folder.resolve("train"))) {
      var training = ImageFolder.of(folder.resolve("train"));
      var test = ImageFolder.of(folder.resolve("test"));
      if (!test.classes().equals(training.classes())) {
        throw new DataException(
            "%s needs the same classes in train and test, but has %s and %s. Make a folder for each class in both."
                .formatted(folder, training.classes(), test.classes()));
      }
      return new ImageSet(all(training, side), all(test, side), training.classes().size());
    }
    var images = ImageFolder.of(folder);
    var all = all(images, side);
    int size = images.files().size();
    var order = Random.permutation(key, size);
    int count = size * 4 / 5;
    var training = Trees.map(all, (Array x) -> take(x, order.get(":" + count), 0));
    var test = Trees.map(all, (Array x) -> take(x, order.get(count + ":"), 0));
    return new ImageSet(training, test, images.classes().size());
  }

  private static LabelledImages all(ImageFolder folder, int side) {
    int size = folder.files().size();
    return folder.images(ImageOptions.of(side, side)).batch(size).iterator().next();
  }

  private static LabelledImages fine(Path file) {
    var images = Cifar.read100(file);
    return new LabelledImages(images.images(), images.fine());
  }

  /** {@return a function to pixels; each channel of the training images gets mean 0, variance 1} */
  UnaryOperator<LabelledImages> normalizer() {
    var pixels = training.images().div(255);
    var mean = pixels.mean(0, 1, 2);
    var deviation = pixels.std(0, 1, 2);
    return batch ->
        new LabelledImages(batch.images().div(255).sub(mean).div(deviation), batch.labels());
  }
}
