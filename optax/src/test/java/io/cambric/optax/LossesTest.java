package io.cambric.optax;

import static io.cambric.optax.base.Near.assertNear;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGrad;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.optax.base.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class LossesTest {

  private static final Array LOGITS =
      NdArray.of(
          Shape.of(4, 5),
          new float[] {
            5.4137f, 1.2563f, 1.8159f, 1.0077f, 1.3022f,
            -0.6386f, -1.6962f, 1.2119f, -4.0363f, 1.4802f,
            1.0576f, -1.1780f, 0.3774f, -1.5177f, -1.8665f,
            1.9101f, 0.3816f, 3.9575f, 5.2119f, 1.3670f
          });

  private static Array ints(int... values) {
    return NdArray.ofInts(Shape.of(values.length), values);
  }

  @Test
  void squared_error_is_twice_the_l2_loss() {
    var predictions = Sample.row(2.5118f, -1.2422f);
    var targets = Sample.row(0.3282f, 1.187f);
    assertNear(Losses.squaredError(predictions, targets), 4.76810884, 5.901013);
    assertNear(Losses.l2Loss(predictions, targets), 2.38405442, 2.95050669);
    assertNear(Losses.l2Loss(Sample.row(3)), 4.5);
  }

  @Test
  void squared_error_does_not_broadcast() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Losses.l2Loss(Sample.row(1, 2), Sample.row(1)))
        .withMessage(
            "l2_loss needs predictions and targets of equal shape, but got f32[2] and "
                + "f32[1]. Reshape one of them; broadcasting would average over unrelated pairs.");
  }

  @Test
  void huber_loss_is_quadratic_then_linear() {
    assertNear(
        Losses.huberLoss(Sample.row(-3, -1, -0.5f, 0, 3), Sample.row(0, 0, 0, 0, 0)),
        2.5,
        0.5,
        0.125,
        0,
        2.5);
    assertNear(Losses.huberLoss(Sample.row(2.5118f), Sample.row(0.3282f), 0.5), 0.966799974);
  }

  @Test
  void log_cosh_does_not_overflow() {
    assertNear(
        Losses.logCosh(Sample.row(-500, 0, 50), Sample.row(0, 0, 0)), 499.306854, 0, 49.3068542);
  }

  @Test
  void sigmoid_cross_entropy_takes_labels_of_any_dtype_and_large_logits() {
    assertNear(
        Losses.sigmoidBinaryCrossEntropy(Sample.row(5.4137f, 1.2563f, -1000), ints(1, 0, 0)),
        0.00444523059,
        1.5068295,
        0);
    assertNear(
        Losses.sigmoidBinaryCrossEntropy(Sample.row(0, 1000, 5), Sample.row(0.25f, 1, 1)),
        0.693147182,
        0,
        0.00671534799);
  }

  @Test
  void margins_are_cut_at_zero() {
    var targets = Sample.row(1, -1, 1);
    var scores = Sample.row(2.5118f, -1.2422f, -0.1817f);
    assertNear(Losses.hingeLoss(scores, targets), 0, 0, 1.1817);
    assertNear(Losses.perceptronLoss(scores, targets), 0, 0, 0.1817);
  }

  @Test
  void softmax_cross_entropy_is_one_number_an_example() {
    var logits = NdArray.of(Shape.of(2, 4), new float[] {100, -100, 0, 30, 0, 0, 0, 0});
    var labels = NdArray.of(Shape.of(2, 4), new float[] {1, 0, 0, 0, 0.25f, 0.25f, 0.25f, 0.25f});
    assertNear(Losses.softmaxCrossEntropy(logits, labels), 0, 1.38629436);
    assertNear(
        Losses.softmaxCrossEntropy(logits.transpose(), labels.transpose(), 0), 0, 1.38629436);
  }

  @Test
  void a_logit_of_minus_infinity_gives_nan_even_with_label_zero() {
    assertNear(
        Losses.softmaxCrossEntropy(
            Sample.row(1, Float.NEGATIVE_INFINITY, 2), Sample.row(0.5f, 0, 0.5f)),
        Double.NaN);
  }

  @Test
  void a_cross_entropy_and_its_gradient_are_one_loop_and_elements_added_in_place() {
    var labels = ints(1, 2, 2, 2);
    var both =
        jit((Array logits) -> {
          var all =
              valueAndGrad(
                      (Array x) -> Losses.softmaxCrossEntropyWithIntegerLabels(x, labels).mean())
                  .apply(logits);
          return List.of(all.value(), all.grads());
        });

    assertThat(both.explain(LOGITS))
        .containsOnlyOnce("loop [4, 5]:")
        .containsPattern("scatter-add .* f32\\[4,5] result 1 in place");
  }

  @Test
  void integer_labels_choose_a_logit_and_count_from_the_end_if_negative() {
    assertNear(
        Losses.softmaxCrossEntropyWithIntegerLabels(LOGITS, ints(1, 2, 2, 2)),
        4.22657108,
        0.926135778,
        1.23597276,
        1.55556822);
    assertNear(
        Losses.softmaxCrossEntropyWithIntegerLabels(LOGITS, ints(-1, -2, 0, 1)),
        4.18067122,
        6.17433596,
        0.555772781,
        5.1314683);
    assertNear(
        Losses.softmaxCrossEntropyWithIntegerLabels(LOGITS, ints(1, 3, 3, 0, 3), 0),
        6.09657478,
        1.31736791,
        0.190248013,
        4.220294,
        1.13028228);
  }

  @Test
  void labels_that_are_no_class_numbers_are_refused() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(
            () -> Losses.softmaxCrossEntropyWithIntegerLabels(LOGITS, Sample.row(1, 2, 3, 4)))
        .withMessage(
            "softmax_cross_entropy_with_integer_labels needs integer labels, but got f32[4]."
                + " Convert class numbers with astype(DType.I32); for probabilities use"
                + " softmax_cross_entropy.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Losses.softmaxCrossEntropyWithIntegerLabels(LOGITS, ints(1, 2)))
        .withMessage(
            "softmax_cross_entropy_with_integer_labels needs labels of shape [4] for logits"
                + " f32[4,5], but got i32[2]. Give one class number for"
                + " each example.");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> Losses.softmaxCrossEntropy(ints(1, 2), Sample.row(0, 1)))
        .withMessage(
            "softmax_cross_entropy needs floating logits, but got i32[2]."
                + " Convert them with astype(DType.F32).");
  }

  @Test
  void classes_may_be_masked_and_lie_along_several_axes() {
    var where =
        NdArray.ofInts(Shape.of(4, 5), 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0)
            .ne(NdArray.ofInts(Shape.scalar(), 0));
    assertNear(
        Losses.softmaxCrossEntropyWithIntegerLabels(LOGITS, ints(1, 2, 2, 2), Axes.of(-1), where),
        4.22657108,
        0.192055583,
        1.08999956,
        0);
    var grid =
        NdArray.of(
            Shape.of(1, 2, 4),
            -0.342f,
            0.589f,
            0.8274f,
            0.163f,
            0.0314f,
            0.7831f,
            0.0696f,
            0.6601f);
    assertNear(
        Losses.softmaxCrossEntropyWithIntegerLabels(grid, ints(4), Axes.of(1, 2), null),
        2.47037554);
  }

  @Test
  void focal_loss_counts_easy_examples_less() {
    var logits = Sample.row(5.4137f, -5.4137f, 0);
    var labels = ints(1, 1, 0);
    var p = 1 / (1 + Math.exp(-5.4137));
    assertNear(
        Losses.sigmoidFocalLoss(logits, labels, null, 2),
        -Math.log(p) * (1 - p) * (1 - p),
        -Math.log(1 - p) * p * p,
        Math.log(2) / 4);
    assertNear(
        Losses.sigmoidFocalLoss(logits, labels, 0.25, 0),
        -Math.log(p) * 0.25,
        -Math.log(1 - p) * 0.25,
        Math.log(2) * 0.75);
  }

  @Test
  void cosine_similarity_is_one_for_parallel_vectors_and_distance_zero() {
    var x = NdArray.of(Shape.of(2, 2), 3, 4, 1, 0);
    var y = NdArray.of(Shape.of(2, 2), 6, 8, 0, 2);
    assertNear(Losses.cosineSimilarity(x, y), 1, 0);
    assertNear(Losses.cosineDistance(x, y), 0, 1);
    assertNear(Losses.cosineSimilarity(Sample.row(0, 0), Sample.row(1, 0)), Double.NaN);
    assertNear(Losses.cosineSimilarity(Sample.row(0, 0), Sample.row(1, 0), 1e-6, -1), 0);
  }

  @Test
  void scores_of_several_classes_are_compared_with_that_of_the_label() {
    var scores = NdArray.of(Shape.of(2, 3), 1, 2, 4, 3, 0, -1);
    assertNear(Losses.multiclassHingeLoss(scores, ints(1, 0)), 3, 0);
    assertNear(Losses.multiclassPerceptronLoss(scores, ints(1, 0)), 2, 0);
    assertNear(Losses.sparsemaxLoss(Sample.row(2, 2, 0), ints(0, 1, 0)), 2, 0, 0.25);
  }

  @Test
  void kl_divergence_takes_zero_times_log_zero_for_zero() {
    var half = (float) Math.log(0.5);
    assertNear(Losses.klDivergence(Sample.row(half, half), Sample.row(1, 0)), 0.693147182);
  }

  @Test
  void divergences_of_other_forms_agree_with_the_plain_one() {
    var logs = Sample.row((float) Math.log(0.25), (float) Math.log(0.75));
    var half = Sample.row(0.5f, 0.5f);
    var plain = Losses.klDivergence(logs, half);
    assertNear(Losses.klDivergenceWithLogTargets(logs, half.log()), plain.item());
    assertNear(Losses.generalizedKlDivergence(logs, half), plain.item());
    assertNear(Losses.generalizedKlDivergence(logs, half.mul(2)), 1.6739764 - 1);
  }

  @Test
  void poly_loss_adds_the_missed_probability() {
    var logits = Sample.row(0, 0);
    assertNear(Losses.polyLossCrossEntropy(logits, Sample.row(1, 0), 2), Math.log(2) + 1);
  }

  @Test
  void smoothing_spreads_a_share_over_all_classes() {
    assertNear(Losses.smoothLabels(Sample.row(0, 1, 0, 0), 0.2), 0.05, 0.85, 0.05, 0.05);
    var where = Sample.row(0, 1, 0, 1).ne(Sample.row(0, 0, 0, 0));
    assertNear(
        Losses.smoothLabels(Sample.row(0, 1, 0, 0), 0.2, Axes.of(0), where), 0.1, 0.9, 0.1, 0.1);
  }
}
