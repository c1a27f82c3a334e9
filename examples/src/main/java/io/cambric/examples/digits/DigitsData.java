package io.cambric.examples.digits;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.examples.images.Batch;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
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

  /** A number in the one way to write it: ASCII digits, without sign and leading zeros. */
  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]*");

  /** The positions of the largest numbers in a row. */
  private static final int MAX_DIGITS = 2;

  private static final int MAX_ROWS = 100_000;

  /** More of a cell does not help who reads a message. */
  private static final int MAX_SHOWN = 20;

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
      return read(RESOURCE, new InputStreamReader(stream, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new DataException("The resource " + RESOURCE + " cannot be read: " + e, e);
    }
  }

  /**
   * {@return the digits of a file in the form of the built-in one}
   *
   * @throws DataException if it is missing, is no regular file, has more than 100,000 rows, or a
   *     line is not 64 intensities and a digit
   */
  static DigitsData load(Path file) {
    // Opening a pipe waits for its writer, and a device has no end.
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new DataException(
          "The data file %s needs to be a regular file, but is a folder, a pipe or a device. Copy its content to a file."
              .formatted(file));
    }
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
    var lines = new BoundedLines(name, source);
    for (var line = lines.next(); line != null; line = lines.next()) {
      if (withoutBlanks(line).isEmpty()) {
        continue;
      }
      if (pixels.size() == MAX_ROWS) {
        throw new DataException(
            "%s needs at most %d rows, but has more. Pass a part of them."
                .formatted(name, MAX_ROWS));
      }
      int[] row = parse(name, lines.number(), line);
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
      int limit = i < PIXELS ? MAX_INTENSITY : MAX_LABEL;
      var value = withoutBlanks(cells[i]);
      boolean plain = NUMBER.matcher(value).matches();
      if (!plain || value.length() > MAX_DIGITS || Integer.parseInt(value) > limit) {
        throw new DataException(
            "%s line %d column %d needs a whole number from 0 to %d, but has %s."
                .formatted(name, number, i + 1, limit, plain ? shown(value) : quoted(cells[i])));
      }
      row[i] = Integer.parseInt(value);
    }
    return row;
  }

  /** {@return a text without the blanks around it, which are no part of a value} */
  private static String withoutBlanks(String text) {
    int begin = 0;
    int end = text.length();
    while (begin < end && isBlank(text.charAt(begin))) {
      begin++;
    }
    while (begin < end && isBlank(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(begin, end);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static String quoted(String cell) {
    return '"' + shown(cell) + '"';
  }

  /** {@return the beginning of a cell, with what is not printable ASCII by its code} */
  private static String shown(String cell) {
    var shown = new StringBuilder();
    for (char c : cell.substring(0, Math.min(cell.length(), MAX_SHOWN)).toCharArray()) {
      shown.append(c >= ' ' && c <= '~' ? String.valueOf(c) : "\\u%04x".formatted((int) c));
    }
    return shown.append(cell.length() > MAX_SHOWN ? "..." : "").toString();
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
