package io.cambric.nn.report;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import java.util.List;

/**
 * A confusion matrix as a table, shaded by the fraction of the examples of each label.
 *
 * @param counts weights by label, then by prediction
 * @param classes their names
 */
record ConfusionTable(NdArray counts, List<String> classes) {

  /**
   * Checks the shape.
   *
   * @throws ShapeException if it is not square, or has another number of classes
   */
  ConfusionTable {
    classes = List.copyOf(classes);
    int n = classes.size();
    if (counts.rank() != 2 || counts.dim(0) != n || counts.dim(1) != n) {
      throw new ShapeException(
          "A confusion matrix with %d class names needs the shape [%d, %d], but got %s. Pass one name for each class."
              .formatted(n, n, n, counts.aval()));
    }
  }

  static ConfusionTable of(Array counts, List<String> classes) {
    return new ConfusionTable(counts.concrete("Writing a confusion matrix"), classes);
  }

  void addTo(Html html) {
    html.raw(
        """
        <p class="note">Rows are labels, columns are predictions. Shades show the part of a row.</p>
        <div class="card"><div class="scroll">
        <table class="confusion">
        <thead><tr><th scope="col">Label</th>
        """);
    classes.forEach(name -> html.add("<th scope=\"col\" class=\"number\">%s</th>", name));
    html.raw("<th scope=\"col\" class=\"number\">Recall</th></tr></thead>\n<tbody>\n");
    for (int label = 0; label < classes.size(); label++) {
      addRow(html, label);
    }
    html.raw("</tbody>\n<tfoot><tr><th scope=\"row\">Precision</th>");
    for (int c = 0; c < classes.size(); c++) {
      html.add("<td>%s</td>", percent(count(c, c), column(c)));
    }
    double right = 0;
    double all = 0;
    for (int c = 0; c < classes.size(); c++) {
      right += count(c, c);
      all += row(c);
    }
    html.add("<td><b>%s</b></td></tr></tfoot>\n</table>\n</div></div>\n", percent(right, all));
  }

  private void addRow(Html html, int label) {
    html.add("<tr><th scope=\"row\">%s</th>", classes.get(label));
    double sum = row(label);
    for (int prediction = 0; prediction < classes.size(); prediction++) {
      double count = count(label, prediction);
      html.add(
          "<td class=\"%s\" style=\"--share:%.3f\" title=\"%s predicted as %s\">%s</td>",
          count == 0 ? "zero" : label == prediction ? "right" : "wrong",
          sum == 0 ? 0.0 : count / sum,
          classes.get(label),
          classes.get(prediction),
          NumberText.of(count));
    }
    html.add("<td>%s</td></tr>\n", percent(count(label, label), sum));
  }

  private double count(int label, int prediction) {
    return counts.getDouble(label * classes.size() + prediction);
  }

  private double row(int label) {
    double sum = 0;
    for (int c = 0; c < classes.size(); c++) {
      sum += count(label, c);
    }
    return sum;
  }

  private double column(int prediction) {
    double sum = 0;
    for (int c = 0; c < classes.size(); c++) {
      sum += count(c, prediction);
    }
    return sum;
  }

  private static String percent(double part, double whole) {
    return whole == 0
        ? "–"
        : "%s %%".formatted(NumberText.of(Math.round(1000 * part / whole) / 10.0));
  }
}
