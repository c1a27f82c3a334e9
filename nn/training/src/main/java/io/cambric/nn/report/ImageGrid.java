package io.cambric.nn.report;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.io.image.Png;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Images of a report as PNG inside of the page, each with a caption. */
final class ImageGrid {

  /** More images than this make a page slow to open. */
  private static final int MAX_IMAGES = 64;

  private final String title;
  private final String note;
  private final List<Figure> figures;

  /**
   * An image.
   *
   * @param png its bytes in base 64
   * @param label its class, or its description
   * @param prediction the predicted class; empty if it is not classified
   */
  private record Figure(String png, String label, String prediction) {}

  private ImageGrid(String title, String note, List<Figure> figures) {
    this.title = title;
    this.note = note;
    this.figures = figures;
  }

  /** {@return the first of the given images, {@code [n, height, width, channels]}} */
  static ImageGrid of(String name, long step, Array images) {
    var all = requireImages(images);
    var figures = new ArrayList<Figure>();
    for (int i = 0; i < Math.min(MAX_IMAGES, all.dim(0)); i++) {
      figures.add(new Figure(png(all, i), "%s %d".formatted(name, i), ""));
    }
    return new ImageGrid(name, "At step %d.".formatted(step), figures);
  }

  /** {@return the images that are classified wrong, the surest predictions first} */
  static ImageGrid misclassified(Array images, Array scores, Array labels, List<String> classes) {
    var all = requireImages(images);
    var given = scores.concrete("Writing misclassified images");
    int n = all.dim(0);
    int[] truths = labels.toInts();
    if (given.rank() != 2
        || given.dim(0) != n
        || given.dim(1) != classes.size()
        || truths.length != n) {
      throw new ShapeException(
          "Misclassified images need scores [%d, %d] and labels [%d], with a row for each image and a score for each class, but got %s and %s. Pass the arrays of one batch."
              .formatted(n, classes.size(), n, scores.aval(), labels.aval()));
    }
    int[] predictions = scores.argmax(1).toInts();
    var wrong =
        IntStream.range(0, n)
            .filter(i -> predictions[i] != truths[i])
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -margin(given, i, truths[i], predictions[i])))
            .toList();
    var figures =
        wrong.stream()
            .limit(MAX_IMAGES)
            .map(i ->
                new Figure(png(all, i), name(classes, truths[i]), name(classes, predictions[i])))
            .toList();
    var note =
        "%d of %d%s."
            .formatted(
                wrong.size(),
                n,
                wrong.size() > MAX_IMAGES ? ", the most confident predictions" : "");
    return new ImageGrid("Misclassified images", note, figures);
  }

  /** {@return the score of the prediction minus the score of the label} */
  private static double margin(NdArray scores, int row, int label, int prediction) {
    int classes = scores.dim(1);
    double ofLabel = label >= 0 && label < classes ? scores.getDouble(row * classes + label) : 0;
    return scores.getDouble(row * classes + prediction) - ofLabel;
  }

  private static String name(List<String> classes, int c) {
    return c >= 0 && c < classes.size() ? classes.get(c) : Integer.toString(c);
  }

  private static NdArray requireImages(Array images) {
    if (images.rank() != 4) {
      throw new ShapeException(
          "Images of a report need the shape [n, height, width, channels], but got %s. Add an axis with expandDims, or move the channels to the end."
              .formatted(images.aval()));
    }
    return images.concrete("Writing images");
  }

  private static String png(NdArray images, int i) {
    return Base64.getEncoder().encodeToString(Png.encode(images.row(i)));
  }

  /** {@return the title of its section} */
  String title() {
    return title;
  }

  void addTo(Html html) {
    html.add("<p class=\"note\">%s</p>\n", note);
    if (!figures.isEmpty()) {
      html.raw("<div class=\"card images\">\n");
      figures.forEach(figure -> addFigure(html, figure));
      html.raw("</div>\n");
    }
  }

  private static void addFigure(Html html, Figure figure) {
    boolean isClassified = !figure.prediction().isEmpty();
    html.add(
        "<figure><img src=\"data:image/png;base64,%s\" alt=\"%s\">",
        figure.png(),
        isClassified
            ? "%s, predicted as %s".formatted(figure.label(), figure.prediction())
            : figure.label());
    if (isClassified) {
      html.add(
          "<figcaption>%s, taken for <b>%s</b></figcaption>", figure.label(), figure.prediction());
    }
    html.raw("</figure>\n");
  }
}
