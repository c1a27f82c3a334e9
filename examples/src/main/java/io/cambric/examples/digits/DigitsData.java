package io.cambric.examples.digits;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Handwritten digits: images of 8 by 8 pixels and the digits they show.
 *
 * @param pixels 64 intensities an image, row by row, in {@code [0, 1]}
 * @param labels the digits, 0 to 9
 */
record DigitsData(List<float[]> pixels, List<Integer> labels) {

  /** Rows at the end that are kept for the test: largely other writers than those before. */
  static final int TEST_ROWS = 360;

  private static final String RESOURCE = "digits.csv";
  private static final int SIDE = 8;
  private static final int PIXELS = SIDE * SIDE;
  private static final int MAX_INTENSITY = 16;
  private static final int MAX_ROWS = 1_000_000;

  DigitsData {
    pixels = List.copyOf(pixels);
    labels = List.copyOf(labels);
  }

  /** {@return the 1,797 digits that come with the example} */
  static DigitsData builtIn() {
    try (var stream = DigitsData.class.getResourceAsStream(RESOURCE)) {
      if (stream == null) {
        throw new DataException(
            "The example needs its resource " + RESOURCE + ", but the jar lacks it. Build again.");
      }
      return read(RESOURCE, new InputStreamReader(stream, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new DataException("The resource " + RESOURCE + " cannot be read: " + e, e);
    }
  }

  /**
   * {@return the digits of a file in the form of the built-in one}
   *
   * @throws DataException if it is missing or a line is not 64 intensities and a digit
   */
  static DigitsData load(Path file) {
    try (var reader = Files.newBufferedReader(file)) {
      return read(file.toString(), reader);
    } catch (NoSuchFileException e) {
      throw new DataException(
          "There is no data file %s. Pass --data with a CSV file of 64 pixels and a label a line, or leave it out for the built-in digits."
              .formatted(file),
          e);
    } catch (IOException e) {
      throw new DataException(
          "The data file %s cannot be read: %s. Pass a readable text file.".formatted(file, e), e);
    }
  }

  private static DigitsData read(String name, Reader source) throws IOException {
    var pixels = new ArrayList<float[]>();
    var labels = new ArrayList<Integer>();
    var lines = new BufferedReader(source);
    int number = 0;
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (line.isBlank()) {
        continue;
      }
      if (pixels.size() == MAX_ROWS) {
        throw new DataException(
            "%s has more than %d rows, which is more than this example reads."
                .formatted(name, MAX_ROWS));
      }
      int[] row = parse(name, number, line);
      var image = new float[PIXELS];
      for (int i = 0; i < PIXELS; i++) {
        image[i] = row[i] / (float) MAX_INTENSITY;
      }
      pixels.add(image);
      labels.add(row[PIXELS]);
    }
    if (pixels.size() <= TEST_ROWS) {
      throw new DataException(
          "%s needs more than %d rows, the last %d of which are the test part, but has %d."
              .formatted(name, TEST_ROWS, TEST_ROWS, pixels.size()));
    }
    return new DigitsData(pixels, labels);
  }

  private static int[] parse(String name, int number, String line) {
    var cells = line.split(",", -1);
    if (cells.length != PIXELS + 1) {
      throw new DataException(
          "%s line %d needs %d pixels and a label, separated by commas, but has %d values."
              .formatted(name, number, PIXELS, cells.length));
    }
    int[] row = new int[cells.length];
    for (int i = 0; i < row.length; i++) {
      int limit = i < PIXELS ? MAX_INTENSITY : 9;
      try {
        row[i] = Integer.parseInt(cells[i].strip());
      } catch (NumberFormatException e) {
        throw new DataException(
            "%s line %d column %d needs a whole number from 0 to %d, but has \"%s\"."
                .formatted(name, number, i + 1, limit, cells[i]),
            e);
      }
      if (row[i] < 0 || row[i] > limit) {
        throw new DataException(
            "%s line %d column %d needs a whole number from 0 to %d, but has %d."
                .formatted(name, number, i + 1, limit, row[i]));
      }
    }
    return row;
  }

  /** {@return the number of images} */
  int size() {
    return labels.size();
  }

  /** {@return all but the last 360 rows} */
  DigitsData trainingPart() {
    int end = size() - TEST_ROWS;
    return new DigitsData(pixels.subList(0, end), labels.subList(0, end));
  }

  /** {@return the last 360 rows} */
  DigitsData testPart() {
    int from = size() - TEST_ROWS;
    return new DigitsData(pixels.subList(from, size()), labels.subList(from, size()));
  }

  /** {@return some of the rows as arrays, in the order of the indices} */
  Batch batch(int... rows) {
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
