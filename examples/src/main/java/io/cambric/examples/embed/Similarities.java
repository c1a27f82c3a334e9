package io.cambric.examples.embed;

import static io.cambric.numpy.Numpy.array;

import io.cambric.nn.report.HeatMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Cosines between sentences.
 *
 * @param texts the sentences
 * @param cosines of each pair, row by row
 */
record Similarities(List<String> texts, List<List<Double>> cosines) {

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

  /** {@return a picture of the table with the sentences to its left} */
  HeatMap chart() {
    var rows = new ArrayList<String>();
    var columns = new ArrayList<String>();
    for (var text : texts) {
      columns.add(Integer.toString(columns.size() + 1));
      rows.add("%s  %s".formatted(text, columns.getLast()));
    }
    return HeatMap.of("Cosines", rows, columns, array(cosines)).withRange(0, 1);
  }
}
