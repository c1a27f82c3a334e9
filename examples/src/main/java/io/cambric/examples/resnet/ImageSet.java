package io.cambric.examples.resnet;

import io.cambric.core.Array;
import io.cambric.data.image.Cifar;
import io.cambric.data.image.ImageFolder;
import io.cambric.data.image.ImageOptions;
import io.cambric.data.image.LabelledImages;
import io.cambric.errors.DataException;
import io.cambric.examples.images.Batch;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Images to learn from and to test on, as bytes {@code u8[n, height, width, 3]}.
 *
 * @param training all images to learn from
 * @param test all images to test on
 * @param classes names, by label
 */
record ImageSet(Batch training, Batch test, List<String> classes) {

  private static final List<String> CIFAR_10 =
      List.of(
          "airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck");

  private static final int CIFAR_100 = 100;

  /** The share of images of a folder that are learnt from, where it has no folder of tests. */
  private static final double TRAINING_SHARE = 0.8;

  /**
   * {@return the images of a folder}
   *
   * <p>It has the binary files of CIFAR-10 ({@code data_batch_1.bin} ... and {@code
   * test_batch.bin}), those of CIFAR-100 ({@code train.bin} and {@code test.bin}), a folder of
   * images for each class, or two of these named {@code train} and {@code test}.
   *
   * @param side pixels along each side, to which images of folders are resized
   * @param key of the split, where the folder has none
   * @throws DataException if it has none of these, or a file is damaged
   */
  static ImageSet read(Path folder, int side, Key key) {
    if (!Files.isDirectory(folder)) {
      throw new DataException(
          "The images need a folder, but %s is none. Pass --data with the folder of CIFAR's binary files, or with one folder of images a class."
              .formatted(folder));
    }
    if (Files.exists(folder.resolve("test_batch.bin"))) {
      return cifar10(folder);
    }
    if (Files.exists(folder.resolve("train.bin"))) {
      return cifar100(folder);
    }
    if (Files.isDirectory(folder.resolve("train")) && Files.isDirectory(folder.resolve("test"))) {
      return folders(folder, side);
    }
    return split(ImageFolder.of(folder), side, key);
  }

  private static ImageSet cifar10(Path folder) {
    var parts = batches(folder).stream().map(Cifar::read10).map(ImageSet::batch).toList();
    var training =
        new Batch(
            Numpy.concatenate(parts.stream().map(Batch::images).toList(), 0),
            Numpy.concatenate(parts.stream().map(Batch::labels).toList(), 0));
    return new ImageSet(training, batch(Cifar.read10(folder.resolve("test_batch.bin"))), CIFAR_10);
  }

  private static List<Path> batches(Path folder) {
    var found = new ArrayList<Path>();
    try (var files = Files.newDirectoryStream(folder, "data_batch_*.bin")) {
      files.forEach(found::add);
    } catch (IOException e) {
      throw new DataException("The folder %s cannot be listed: %s".formatted(folder, e), e);
    }
    if (found.isEmpty()) {
      throw new DataException(
          "Folder %s needs data_batch_1.bin and the others of CIFAR-10, but has test_batch.bin alone. Unpack the archive again."
              .formatted(folder));
    }
    found.sort(null);
    return found;
  }

  private static ImageSet cifar100(Path folder) {
    var training = Cifar.read100(folder.resolve("train.bin"));
    var test = Cifar.read100(folder.resolve("test.bin"));
    return new ImageSet(
        new Batch(training.images(), training.fine()),
        new Batch(test.images(), test.fine()),
        IntStream.range(0, CIFAR_100).mapToObj(Integer::toString).toList());
  }

  private static ImageSet folders(Path folder, int side) {
    var training = ImageFolder.of(folder.resolve("train"));
    var test = ImageFolder.of(folder.resolve("test"));
    if (!training.classes().equals(test.classes())) {
      throw new DataException(
          "The folders train and test of %s need the same classes, but have %s and %s. Add the missing folders."
              .formatted(folder, training.classes(), test.classes()));
    }
    return new ImageSet(all(training, side), all(test, side), training.classes());
  }

  private static ImageSet split(ImageFolder images, int side, Key key) {
    var all = all(images, side);
    Array order = Random.permutation(key, all.size());
    int count = (int) Math.round(TRAINING_SHARE * all.size());
    return new ImageSet(
        rows(all, order.get(":" + count)), rows(all, order.get(count + ":")), images.classes());
  }

  private static Batch rows(Batch all, Array rows) {
    return new Batch(Numpy.take(all.images(), rows, 0), Numpy.take(all.labels(), rows, 0));
  }

  private static Batch all(ImageFolder folder, int side) {
    var images = new ArrayList<Array>();
    var labels = new ArrayList<Array>();
    for (var each : folder.images(ImageOptions.of(side, side)).prefetch(2)) {
      images.add(each.images());
      labels.add(each.labels());
    }
    return new Batch(Numpy.stack(images, 0), Numpy.stack(labels, 0));
  }

  private static Batch batch(LabelledImages images) {
    return new Batch(images.images(), images.labels());
  }
}
