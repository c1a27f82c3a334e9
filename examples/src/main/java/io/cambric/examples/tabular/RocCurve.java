package io.cambric.examples.tabular;

import io.cambric.core.Array;
import io.cambric.nn.report.LineChart;
import io.cambric.nn.report.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The receiver operating characteristic of a class against the others. It shows the found part of
 * the class over the part of the others that the model takes for it.
 *
 * @param falsePositives ascending, from 0 to 1
 * @param truePositives ascending, from 0 to 1
 */
record RocCurve(List<Double> falsePositives, List<Double> truePositives) {

  /**
   * {@return the curve of the last class}
   *
   * @param probabilities {@code [rows, classes]}
   * @param labels i32 {@code [rows]}
   */
  static RocCurve of(Array probabilities, Array labels) {
    int last = probabilities.dim(-1) - 1;
    var scores = probabilities.get(":, " + last).toFloats();
    int[] classes = labels.toInts();
    var order =
        IntStream.range(0, classes.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> scores[i]).reversed())
            .toList();
    double positives = IntStream.of(classes).filter(label -> label == last).count();
    double negatives = classes.length - positives;
    var found = new ArrayList<>(List.of(0.0));
    var mistaken = new ArrayList<>(List.of(0.0));
    double right = 0;
    double wrong = 0;
    for (int k = 0; k < order.size(); k++) {
      if (classes[order.get(k)] == last) {
        right++;
      } else {
        wrong++;
      }
      boolean isTie = k + 1 < order.size() && scores[order.get(k)] == scores[order.get(k + 1)];
      if (!isTie) {
        found.add(right / Math.max(1, positives));
        mistaken.add(wrong / Math.max(1, negatives));
      }
    }
    return new RocCurve(mistaken, found);
  }

  LineChart chart(List<String> classes) {
    return LineChart.of(
            "ROC curve of \"%s\" on the test part".formatted(classes.getLast()),
            "false positive rate",
            List.of(
                Series.of("model", falsePositives, truePositives),
                Series.of("chance", List.of(0.0, 1.0), List.of(0.0, 1.0))))
        .withYLabel("true positive rate");
  }
}
