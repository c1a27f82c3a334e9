package io.cambric.examples.embed;

import io.cambric.examples.picture.Canvas;
import java.util.List;
import java.util.Locale;

/**
 * Cosines between sentences.
 *
 * @param texts the sentences
 * @param cosines of each pair, row by row
 */
record Similarities(List<String> texts, List<List<Double>> cosines) {

  private static final int CELL = 46;
  private static final int LINE = 20;
  private static final int MARGIN = 12;
  private static final int MAX_TEXT = 60;
  private static final int BLACK = 0x202020;
  private static final int WHITE = 0xffffff;

  /** Colours of a cosine of 0 and of 1, in red, green and blue. */
  private static final int[][] ENDS = {{0xf4, 0xf6, 0xf9}, {0x1f, 0x55, 0x8c}};

  static Similarities of(List<String> texts, List<float[]> embeddings) {
    return new Similarities(
        texts,
        embeddings.stream()
            .map(one -> embeddings.stream().map(other -> cosine(one, other)).toList())
            .toList());
  }

  /** {@return the cosine of the angle between two vectors} */
  static double cosine(float[] one, float[] other) {
    double dot = 0;
    double first = 0;
    double second = 0;
    for (int i = 0; i < one.length; i++) {
      dot += (double) one[i] * other[i];
      first += (double) one[i] * one[i];
      second += (double) other[i] * other[i];
    }
    return dot / Math.sqrt(first * second);
  }

  /** {@return a table of all cosines, a line for each sentence} */
  String toText() {
    var text = new StringBuilder("     ");
    for (int i = 0; i < texts.size(); i++) {
      text.append("%8d".formatted(i + 1));
    }
    for (int i = 0; i < texts.size(); i++) {
      text.append("%n%5d".formatted(i + 1));
      cosines.get(i).forEach(each -> text.append(String.format(Locale.ROOT, "%8.4f", each)));
    }
    return text.toString();
  }

  /** {@return a picture of the table with the sentences below it, the content of a PNG file} */
  byte[] toPng() {
    int count = texts.size();
    int longest =
        texts.stream().mapToInt(text -> Canvas.widthOf(label(0, text))).max().orElseThrow();
    int width = Math.max(count * CELL, longest) + 2 * MARGIN;
    var canvas = new Canvas(width, count * (CELL + LINE) + 3 * MARGIN);
    for (int row = 0; row < count; row++) {
      for (int column = 0; column < count; column++) {
        cell(canvas, row, column);
      }
      int below = 2 * MARGIN + count * CELL + row * LINE;
      canvas.text(MARGIN, below, label(row, texts.get(row)), BLACK);
    }
    return canvas.png();
  }

  private void cell(Canvas canvas, int row, int column) {
    double cosine = cosines.get(row).get(column);
    int left = MARGIN + column * CELL;
    int top = MARGIN + row * CELL;
    canvas.box(left, top, CELL - 2, CELL - 2, colour(cosine));
    var number = String.format(Locale.ROOT, "%.2f", cosine);
    int inset = (CELL - Canvas.widthOf(number)) / 2;
    canvas.text(left + inset, top + CELL / 2 - 4, number, cosine > 0.5 ? WHITE : BLACK);
  }

  private static int colour(double cosine) {
    double part = Math.clamp(cosine, 0, 1);
    int colour = 0;
    for (int channel = 0; channel < 3; channel++) {
      double value = ENDS[0][channel] + part * (ENDS[1][channel] - ENDS[0][channel]);
      colour = colour << 8 | (int) Math.round(value);
    }
    return colour;
  }

  private static String label(int row, String text) {
    var cut = text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT - 3) + "...";
    return "%d  %s".formatted(row + 1, cut);
  }
}
