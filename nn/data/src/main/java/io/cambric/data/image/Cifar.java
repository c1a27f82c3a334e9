package io.cambric.data.image;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.data.file.Contents;
import io.cambric.errors.DataException;
import io.cambric.file.support.UnpackLimit;
import java.nio.file.Path;

/**
 * Binary files of CIFAR-10 and CIFAR-100. Their planes of red, green and blue become channels, the
 * last axis.
 *
 * @see <a href="https://www.cs.toronto.edu/~kriz/cifar.html">the format</a>
 */
public final class Cifar {

  /** The largest content, in bytes: two GiB less a few. */
  public static final long MAX_BYTES = Idx.MAX_BYTES;

  private static final int SIDE = 32;
  private static final int CHANNELS = 3;
  private static final int PLANE = SIDE * SIDE;
  private static final int PIXELS = CHANNELS * PLANE;
  private static final int CLASSES_10 = 10;
  private static final int COARSE_CLASSES = 20;
  private static final int FINE_CLASSES = 100;

  private Cifar() {}

  /**
   * {@return the images of a file of CIFAR-10, such as {@code data_batch_1.bin}, which may be
   * packed with gzip}
   *
   * @throws DataException if the file cannot be read, has no record or a cut one, or a label is
   *     above 9
   */
  public static LabelledImages read10(Path file) {
    return read10(content(file, 10, UnpackLimit.BY_SIZE), file.toString());
  }

  /**
   * {@return the images of a file of CIFAR-10, packed or not}
   *
   * @param limit the largest number of unpacked bytes
   * @throws DataException as {@link #read10(Path)}
   */
  public static LabelledImages read10(Path file, long limit) {
    return read10(content(file, 10, limit), file.toString());
  }

  /**
   * {@return the images of a content of CIFAR-10}
   *
   * @param name of the content, for messages
   * @throws DataException as {@link #read10(Path)}
   */
  public static LabelledImages read10(byte[] content, String name) {
    int records = records(content, 1, name);
    return new LabelledImages(
        images(content, 1, records), labels(content, 1, 0, CLASSES_10, records, name));
  }

  /**
   * {@return the images of a file of CIFAR-100, such as {@code train.bin}}
   *
   * @throws DataException if the file cannot be read, has no record or a cut one, or a label is
   *     above 19 or 99
   */
  public static Cifar100Images read100(Path file) {
    return read100(content(file, 100, UnpackLimit.BY_SIZE), file.toString());
  }

  /**
   * {@return the images of a file of CIFAR-100, packed or not}
   *
   * @param limit the largest number of unpacked bytes
   * @throws DataException as {@link #read100(Path)}
   */
  public static Cifar100Images read100(Path file, long limit) {
    return read100(content(file, 100, limit), file.toString());
  }

  /**
   * {@return the images of a content of CIFAR-100}
   *
   * @param name of the content, for messages
   * @throws DataException as {@link #read100(Path)}
   */
  public static Cifar100Images read100(byte[] content, String name) {
    int records = records(content, 2, name);
    return new Cifar100Images(
        images(content, 2, records),
        labels(content, 2, 0, COARSE_CLASSES, records, name),
        labels(content, 2, 1, FINE_CLASSES, records, name));
  }

  private static byte[] content(Path file, int classes, long limit) {
    return Contents.read(
        file,
        "a file of CIFAR-" + classes,
        new UnpackLimit(limit, "Cifar.read%d(file, limit)".formatted(classes)),
        (content, most) -> content.readAllBytes());
  }

  private static int records(byte[] content, int labels, String name) {
    int size = labels + PIXELS;
    if (content.length == 0 || content.length % size != 0) {
      throw new DataException(
          "File %s needs at least one record and %d bytes in each, but has %d bytes, %d of them in record %d. Check that it is complete."
              .formatted(name, size, content.length, content.length % size, content.length / size));
    }
    return content.length / size;
  }

  private static Array images(byte[] content, int labels, int records) {
    var pixels = new byte[records * PIXELS];
    for (int record = 0; record < records; record++) {
      int from = record * (labels + PIXELS) + labels;
      for (int channel = 0; channel < CHANNELS; channel++) {
        int plane = from + channel * PLANE;
        int at = record * PIXELS + channel;
        for (int i = 0; i < PLANE; i++) {
          pixels[at + i * CHANNELS] = content[plane + i];
        }
      }
    }
    var aval = new ShapedArray(Shape.of(records, SIDE, SIDE, CHANNELS), DType.U8);
    return NdArray.of(aval, Buffer.wrap(DType.U8, pixels));
  }

  private static Array labels(
      byte[] content, int labels, int which, int classes, int records, String name) {
    var values = new int[records];
    for (int record = 0; record < records; record++) {
      int label = Byte.toUnsignedInt(content[record * (labels + PIXELS) + which]);
      if (label >= classes) {
        throw new DataException(
            "File %s needs labels from 0 to %d, but record %d has label %d. Check that it is a file of that data set."
                .formatted(name, classes - 1, record, label));
      }
      values[record] = label;
    }
    return NdArray.ofInts(Shape.of(records), values);
  }
}
