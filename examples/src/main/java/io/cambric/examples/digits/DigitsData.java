package io.cambric.examples.digits;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.data.Csv;
import io.cambric.examples.images.Batch;
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

  private static final int SIDE = 8;
  private static final int PIXELS = SIDE * SIDE;

  /** Copies the lists. */
  public DigitsData {
    pixels = List.copyOf(pixels);
    labels = List.copyOf(labels);
  }

  /** {@return the 1,797 digits that come with the example} */
  public static DigitsData builtIn() {
    return of(DigitsExample.builtIn());
  }

  /**
   * {@return the digits of a table in the form of the built-in one}
   *
   * @throws io.cambric.errors.DataException if it has too few rows for a test part, or a line has
   *     another form
   */
  static DigitsData of(Csv csv) {
    var digits = DigitsExample.read(csv);
    var pixels = digits.images().div(DigitsExample.BRIGHTEST).toFloats();
    int[] labels = digits.labels().toInts();
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
    int end = size() - DigitsExample.TEST_ROWS;
    return new DigitsData(pixels.subList(0, end), labels.subList(0, end));
  }

  /** {@return the last 360 rows} */
  public DigitsData testPart() {
    int from = size() - DigitsExample.TEST_ROWS;
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
