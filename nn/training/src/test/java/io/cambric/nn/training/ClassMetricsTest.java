package io.cambric.nn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Metrics of classes against plain loops over the examples. */
class ClassMetricsTest {

  private static final int CLASSES = Sample.CLASSES;
  private static final Sample SAMPLE = Sample.of(7, 200);

  private static IntStream rows() {
    return IntStream.range(0, SAMPLE.rows()).filter(SAMPLE::counts);
  }

  private static long count(int label, int predicted) {
    return rows()
        .filter(row -> SAMPLE.label(row) == label && SAMPLE.predicted(row) == predicted)
        .count();
  }

  private static double precision(int c) {
    return (double) count(c, c) / IntStream.range(0, CLASSES).mapToLong(l -> count(l, c)).sum();
  }

  private static double recall(int c) {
    return (double) count(c, c) / labelled(c);
  }

  private static long labelled(int c) {
    return IntStream.range(0, CLASSES).mapToLong(p -> count(c, p)).sum();
  }

  private static double f1(int c) {
    return 2 * precision(c) * recall(c) / (precision(c) + recall(c));
  }

  private static void assertValues(Array actual, DoubleStream expected) {
    var values = expected.toArray();
    assertThat(actual.size()).isEqualTo(values.length);
    for (int i = 0; i < values.length; i++) {
      assertThat(((NdArray) actual).getDouble(i)).isCloseTo(values[i], within(1e-12));
    }
  }

  private static DoubleStream classes(IntToDoubleFunction f) {
    return IntStream.range(0, CLASSES).mapToDouble(f);
  }

  @ParameterizedTest
  @CsvSource({"I8, 128", "I8, 200", "U8, 256", "U8, 1000"})
  void labels_may_have_fewer_bits_than_the_number_of_classes(DType dtype, int classes) {
    int last = Math.min(classes, dtype == DType.I8 ? 128 : 256) - 1;
    var labels = Numpy.array(new int[] {0, last}).astype(dtype);
    var scores = Numpy.eye(classes).get(Numpy.array(new int[] {0, last}));

    assertThat(Accuracy.empty().update(scores, labels).compute().item()).isEqualTo(1);
    assertThat(Recall.of(classes, Average.MICRO).update(scores, labels).compute().item())
        .isEqualTo(1);
    var counts = ConfusionMatrix.of(classes).update(scores, labels).compute();
    assertThat(counts.get(last, last).item()).isEqualTo(1);
    assertThat(counts.sum().item()).isEqualTo(2);
  }

  @Test
  void confusion_matrix_has_a_row_for_each_label() {
    var matrix =
        ConfusionMatrix.of(CLASSES).update(SAMPLE.scores(), SAMPLE.labels(), SAMPLE.mask());

    assertValues(
        matrix.compute(),
        IntStream.range(0, CLASSES * CLASSES).mapToDouble(i -> count(i / CLASSES, i % CLASSES)));
  }

  @Test
  void confusion_matrix_leaves_out_labels_out_of_range() {
    var matrix =
        ConfusionMatrix.of(2)
            .updatePredicted(
                NdArray.ofInts(Shape.of(4), 0, 1, 1, 2),
                NdArray.ofInts(Shape.of(4), 0, -1, 1, 1),
                null);

    assertValues(matrix.compute(), DoubleStream.of(1, 0, 0, 1));
  }

  @Test
  void precision_and_recall_are_averaged_as_asked() {
    assertValues(precisionOf(Average.NONE), classes(ClassMetricsTest::precision));
    assertValues(
        precisionOf(Average.MACRO),
        DoubleStream.of(classes(ClassMetricsTest::precision).average().orElseThrow()));
    assertValues(
        precisionOf(Average.WEIGHTED),
        DoubleStream.of(classes(c -> precision(c) * labelled(c)).sum() / rows().count()));
    double correct = classes(c -> count(c, c)).sum() / rows().count();
    assertValues(precisionOf(Average.MICRO), DoubleStream.of(correct));
    var recall =
        Recall.of(CLASSES, Average.NONE).update(SAMPLE.scores(), SAMPLE.labels(), SAMPLE.mask());
    assertValues(recall.compute(), classes(ClassMetricsTest::recall));
  }

  private static Array precisionOf(Average average) {
    return Precision.of(CLASSES, average)
        .update(SAMPLE.scores(), SAMPLE.labels(), SAMPLE.mask())
        .compute();
  }

  @Test
  void f_score_is_the_harmonic_mean() {
    var f1 =
        FScore.of(CLASSES, Average.NONE).update(SAMPLE.scores(), SAMPLE.labels(), SAMPLE.mask());

    assertValues(f1.compute(), classes(ClassMetricsTest::f1));
    assertValues(
        f1.withBeta(2).compute(),
        classes(c -> 5 * precision(c) * recall(c) / (4 * precision(c) + recall(c))));
  }

  @Test
  void a_class_without_predictions_has_precision_zero() {
    var scores = NdArray.of(Shape.of(2, 3), 1, 0, 0, 1, 0, 0);
    var labels = NdArray.ofInts(Shape.of(2), 0, 1);

    assertValues(
        Precision.of(3, Average.NONE).update(scores, labels).compute(), DoubleStream.of(0.5, 0, 0));
    assertValues(
        FScore.of(3, Average.MACRO).update(scores, labels).compute(), DoubleStream.of(2.0 / 9));
  }

  @Test
  void a_label_out_of_range_makes_its_prediction_wrong() {
    var scores = NdArray.of(Shape.of(3, 2), 1, 0, 1, 0, 0, 1);
    var labels = NdArray.ofInts(Shape.of(3), 0, 9, -1);

    var precision = Precision.of(2, Average.NONE).update(scores, labels);

    assertValues(precision.counts().compute(), DoubleStream.of(1, 0, 1, 1, 0, 0));
  }

  @Test
  void binary_metrics_compare_scores_with_a_threshold() {
    var scores = NdArray.of(Shape.of(6), 0.9f, 0.8f, 0.7f, 0.5f, 0.2f, 0.1f);
    var labels = NdArray.ofInts(Shape.of(6), 1, 1, 0, 1, 0, 0);

    assertThat(Precision.binary(0.5).update(scores, labels).compute().item())
        .isCloseTo(2.0 / 3, within(1e-12));
    assertThat(Recall.binary(0.4).update(scores, labels).compute().item()).isEqualTo(1);
    assertThat(FScore.binary(0.4).update(scores, labels).compute().item())
        .isCloseTo(6.0 / 7, within(1e-12));
    assertThat(BinaryAccuracy.of(0.5).update(scores, labels).compute().item())
        .isCloseTo(4.0 / 6, within(1e-12));
  }

  @Test
  void top_k_counts_labels_among_the_k_highest_scores() {
    for (int k = 1; k <= CLASSES; k++) {
      int top = k;
      double expected = (double) rows().filter(row -> rank(row) < top).count() / rows().count();
      assertThat(
              Accuracy.top(k)
                  .update(SAMPLE.scores(), SAMPLE.labels(), SAMPLE.mask())
                  .compute()
                  .item())
          .isCloseTo(expected, within(1e-12));
    }
  }

  /** {@return the classes that come before the label, in a stable order from high to low} */
  private static long rank(int row) {
    int label = SAMPLE.label(row);
    float score = SAMPLE.score(row, label);
    return IntStream.range(0, CLASSES)
        .filter(c -> SAMPLE.score(row, c) > score || (SAMPLE.score(row, c) == score && c < label))
        .count();
  }

  @Test
  void scores_of_nan_and_labels_out_of_range_are_wrong() {
    var scores = NdArray.of(Shape.of(3, 2), Float.NaN, 0, 0, Float.NaN, 1, 0);
    var labels = NdArray.ofInts(Shape.of(3), 0, 0, 5);

    assertThat(Accuracy.empty().update(scores, labels).compute().item()).isZero();
    assertThat(Accuracy.top(2).update(scores, labels).correct().weight().item()).isEqualTo(3);
  }

  @Test
  void scores_and_labels_of_other_shapes_are_refused() {
    assertThatThrownBy(() -> Accuracy.empty().update(Numpy.zeros(4, 3), Numpy.zeros(4, 3)))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "Accuracy needs scores [..., classes] and labels [...], but got f32[4,3] and "
                + "f32[4,3]. Pass labels as class numbers, without a class axis.");
    assertThatThrownBy(() -> Accuracy.top(4).update(Numpy.zeros(4, 3), Numpy.zeros(4)))
        .hasMessageStartingWith(
            "Accuracy with k = 4 needs at least as many classes, but got scores f32[4,3]. "
                + "Pass a smaller k.");
    assertThatThrownBy(() -> Recall.of(4, Average.MICRO).update(Numpy.zeros(4, 3), Numpy.zeros(4)))
        .hasMessageStartingWith(
            "Recall needs scores of 4 classes, but got f32[4,3]. Create it with the classes "
                + "of the model.");
    assertThatThrownBy(() -> FScore.binary(0.5).withBeta(0))
        .isInstanceOf(HyperparameterException.class)
        .hasMessageStartingWith(
            "FScore needs a finite beta above 0, but got 0.0. Pass 1 for the F1 score.");
  }

  @Test
  void a_binary_confusion_matrix_compares_scores_with_a_threshold() {
    var scores = NdArray.of(Shape.of(6), 0.9f, 0.8f, 0.7f, 0.5f, 0.2f, Float.NaN);
    var labels = NdArray.ofInts(Shape.of(6), 1, 0, 1, 1, 0, 0);
    var mask = NdArray.of(Shape.of(6), 1, 1, 1, 1, 2, 1);

    var matrix = ConfusionMatrix.binary(0.5).update(scores, labels, mask);

    assertValues(matrix.compute(), DoubleStream.of(3, 1, 1, 2));
    assertValues(
        matrix.merge(ConfusionMatrix.binary(0.5).update(scores, labels)).compute(),
        DoubleStream.of(5, 2, 2, 4));
    assertValues(matrix.reset().compute(), DoubleStream.of(0, 0, 0, 0));
  }

  @Test
  void a_binary_confusion_matrix_is_that_of_scores_of_both_classes() {
    var logits = NdArray.of(Shape.of(5), 2, -1, 0.5f, -3, 4);
    var labels = NdArray.ofInts(Shape.of(5), 1, 1, 0, 0, 1);
    var both = Numpy.stack(List.of(Numpy.zeros(5), logits), -1);

    assertThat(ConfusionMatrix.binary(0).update(logits, labels).counts().toString())
        .isEqualTo(ConfusionMatrix.of(2).update(both, labels).counts().toString());
  }

  static Stream<Arguments> mistakes() {
    var labels = Numpy.zeros(4);
    return Stream.of(
        Arguments.of(
            (Executable) () -> ConfusionMatrix.of(2).update(Numpy.zeros(4), labels),
            "ConfusionMatrix needs scores [..., classes] and labels [...], but got f32[4] "
                + "and f32[4]. For scores of only the positive class, use "
                + "ConfusionMatrix.binary(0.5)."),
        Arguments.of(
            (Executable) () -> ConfusionMatrix.of(2).update(Numpy.zeros(4, 1), Numpy.zeros(4, 1)),
            "ConfusionMatrix needs scores [..., classes] and labels [...], but got f32[4,1] "
                + "and f32[4,1]. For scores of only the positive class, use "
                + "ConfusionMatrix.binary(0.5)."),
        Arguments.of(
            (Executable) () -> ConfusionMatrix.of(2).update(Numpy.zeros(4, 1), labels),
            "ConfusionMatrix needs scores of at least two classes, but got f32[4,1]. For "
                + "scores of only the positive class, remove their last axis and use "
                + "ConfusionMatrix.binary(0.5)."),
        Arguments.of(
            (Executable) () -> Accuracy.empty().update(Numpy.zeros(4, 1), labels),
            "Accuracy needs scores of at least two classes, but got f32[4,1]. For scores of "
                + "only the positive class, remove their last axis and use "
                + "BinaryAccuracy.of(0.5)."),
        Arguments.of(
            (Executable) () -> Accuracy.empty().update(Numpy.zeros(4, 3), Numpy.zeros(4, 1)),
            "Accuracy needs scores [..., classes] and labels [...], but got f32[4,3] and "
                + "f32[4,1]. Remove the last axis of the labels, as in labels.squeeze(-1)."),
        Arguments.of(
            (Executable) () -> Recall.of(3, Average.MACRO).update(Numpy.zeros(4), labels),
            "Recall needs scores [..., classes] and labels [...], but got f32[4] and "
                + "f32[4]. For scores of only the positive class, use Recall.binary."),
        Arguments.of(
            (Executable) () -> ConfusionMatrix.binary(0).update(Numpy.zeros(4, 1), labels),
            "ConfusionMatrix needs scores of the positive class and labels of equal shape, "
                + "but got f32[4,1] and f32[4]. Remove the last axis of the scores, as in "
                + "scores.squeeze(-1)."),
        Arguments.of(
            (Executable) () -> ConfusionMatrix.binary(0).update(Numpy.zeros(4, 2), labels),
            "ConfusionMatrix needs scores of the positive class and labels of equal shape, "
                + "but got f32[4,2] and f32[4]. For one score per class, use "
                + "ConfusionMatrix.of(2), or pass only the scores of the positive class."),
        Arguments.of(
            (Executable) () -> BinaryAccuracy.of(0.5).update(Numpy.zeros(4, 2), labels),
            "BinaryAccuracy needs scores of the positive class and labels of equal shape, "
                + "but got f32[4,2] and f32[4]. For one score per class, use Accuracy.empty(), "
                + "or pass only the scores of the positive class."),
        Arguments.of(
            (Executable) () -> Precision.binary(0.5).update(labels, Numpy.zeros(4, 1)),
            "Precision needs scores of the positive class and labels of equal shape, but "
                + "got f32[4] and f32[4,1]. Remove the last axis of the labels, as in "
                + "labels.squeeze(-1)."),
        Arguments.of(
            (Executable) () -> RocAuc.empty().update(Numpy.zeros(3), labels),
            "RocAuc needs scores of the positive class and labels of equal shape, but got "
                + "f32[3] and f32[4]. Pass one score for each label."));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void shapes_that_do_not_fit_are_refused_with_the_metric_that_they_fit(
      Executable update, String message) {
    assertThatThrownBy(update::execute).isInstanceOf(ShapeException.class).hasMessage(message);
  }
}
