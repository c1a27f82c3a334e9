package io.cambric.examples.digits;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.data.Csv;
import io.cambric.errors.DataException;
import io.cambric.examples.images.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Handwritten digits: images of 8 by 8 pixels and the digits they show.
 *
 * @param pixels 64 intensities an image, row by row, in {@code [0, 1]}
 * @param labels the digits, 0 to 9
 */
public record DigitsData(List<float[]> pixels, List<Integer> labels) {

  /** Rows at the end that are kept for the test: largely other writers than those before. */
  static final int TEST_ROWS = 360;

  private static final String RESOURCE = "digits.csv";
  private static final int SIDE = 8;
  private static final int PIXELS = SIDE * SIDE;
  private static final int MAX_INTENSITY = 16;
  private static final int MAX_LABEL = 9;

  /** The column behind the pixels. */
  private static final String LABEL = String.valueOf(PIXELS);

  /** Copies the lists. */
  public DigitsData {
    pixels = List.copyOf(pixels);
    labels = List.copyOf(labels);
  }

  /** {@return the 1,797 digits that come with the example} */
  public static DigitsData builtIn() {
    try (var stream = DigitsData.class.getResourceAsStream(RESOURCE)) {
      if (stream == null) {
        throw new DataException(
            "The example needs its resource " + RESOURCE + ", but the jar lacks it. Build again.");
      }
      return read(Csv.of(stream.readAllBytes(), RESOURCE));
    } catch (IOException e) {
      throw new DataException("The resource " + RESOURCE + " cannot be read: " + e, e);
    }
  }

  /**
   * {@return the digits of a file in the form of the built-in one}
   *
   * <p>A line has 64 intensities from 0 to 16, which may have fractions, and a digit. Numbers may
   * have leading zeros, and blanks around them. Empty lines are passed over. There may be as many
   * rows as fit in memory.
   *
   * @throws DataException if it is missing, is no regular file, has too few rows for a test part,
   *     or a line has another form
   */
  static DigitsData load(Path file) {
    return read(Csv.of(file));
  }

  private static DigitsData read(Csv csv) {
    var table = csv.withoutHeader().withMissing();
    var columns = table.columns();
    if (columns.size() != PIXELS + 1) {
      throw new DataException(
          "%s needs lines of %d pixels and a label, separated by commas, but the first has %d values."
              .formatted(csv.name(), PIXELS, columns.size()));
    }
    var digits = table.withRange(0, MAX_INTENSITY).withRange(0, MAX_LABEL, LABEL);
    var names = columns.subList(0, PIXELS).toArray(String[]::new);
    var pixels = digits.floats(names).div(MAX_INTENSITY).toFloats();
    int[] labels = digits.ints(LABEL).toInts();
    if (labels.length <= TEST_ROWS) {
      throw new DataException(
          "%s needs more than %d rows, the last %d of which are the test part, but has %d."
              .formatted(csv.name(), TEST_ROWS, TEST_ROWS, labels.length));
    }
    return new DigitsData(
        IntStream.range(0, labels.length)
            .mapToObj(i -> Arrays.copyOfRange(pixels, i * PIXELS, (i + 1) * PIXELS))
            .toList(),
        Arrays.stream(labels).boxed().toList());
  }

  /** {@return the number of images} */
  public int size() {
    return labels.size();
  }

  /** {@return all but the last 360 rows} */
  public DigitsData trainingPart() {
    int end = size() - TEST_ROWS;
    return new DigitsData(pixels.subList(0, end), labels.subList(0, end));
  }

  /** {@return the last 360 rows} */
  public DigitsData testPart() {
    int from = size() - TEST_ROWS;
    return new DigitsData(pixels.subList(from, size()), labels.subList(from, size()));
  }

  /** {@return all rows as arrays} */
  public Batch batch() {
    return batch(IntStream.range(0, size()).toArray());
  }

  /** {@return the rows in batches of a size, in order and without the remainder} */
  public List<Batch> batches(int batchSize) {
    return IntStream.range(0, size() / batchSize)
        .mapToObj(i -> batch(IntStream.range(i * batchSize, (i + 1) * batchSize).toArray()))
        .toList();
  }

  /** {@return some of the rows as arrays, in the order of the indices} */
  public Batch batch(int... rows) {
    var images = new float[rows.length * PIXELS];
    int[] digits = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(pixels.get(rows[i]), 0, images, i * PIXELS, PIXELS);
      digits[i] = labels.get(rows[i]);
    }
    return new Batch(
        NdArray.of(Shape.of(rows.length, SIDE, SIDE, 1), images),
        NdArray.ofInts(Shape.of(rows.length), digits));
  }
}
