package io.cambric.optax;

import static io.cambric.numpy.Numpy.scalar;
import static io.cambric.numpy.Numpy.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ArrayException;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Operands that do not fit are named by the loss, with the shapes that it was given. */
class LossMistakesTest {

  private static final Array X = zeros(2, 3);
  private static final Array Y = zeros(2, 4);
  private static final Array LABELS = zeros(Shape.of(5), DType.I32);
  private static final Array SCALAR = scalar(1.0);

  static Stream<Arguments> misfits() {
    return Stream.of(
        misfit(
            "sigmoid_binary_cross_entropy",
            "logits and labels",
            () -> Losses.sigmoidBinaryCrossEntropy(X, Y)),
        misfit(
            "sigmoid_focal_loss",
            "logits and labels",
            () -> Losses.sigmoidFocalLoss(X, Y, null, 2)),
        misfit(
            "softmax_cross_entropy", "logits and labels", () -> Losses.softmaxCrossEntropy(X, Y)),
        misfit(
            "safe_softmax_cross_entropy",
            "logits and labels",
            () -> Losses.safeSoftmaxCrossEntropy(X, Y)),
        misfit(
            "poly_loss_cross_entropy",
            "logits and labels",
            () -> Losses.polyLossCrossEntropy(X, Y, 1)),
        misfit("kl_divergence", "log predictions and targets", () -> Losses.klDivergence(X, Y)),
        misfit(
            "kl_divergence_with_log_targets",
            "log predictions and log targets",
            () -> Losses.klDivergenceWithLogTargets(X, Y)),
        misfit(
            "generalized_kl_divergence",
            "log predictions and targets",
            () -> Losses.generalizedKlDivergence(X, Y)),
        misfit("huber_loss", "predictions and targets", () -> Losses.huberLoss(X, Y)),
        misfit("log_cosh", "predictions and targets", () -> Losses.logCosh(X, Y)),
        misfit("cosine_similarity", "predictions and targets", () -> Losses.cosineSimilarity(X, Y)),
        misfit("cosine_distance", "predictions and targets", () -> Losses.cosineDistance(X, Y)),
        misfit("hinge_loss", "predictions and targets", () -> Losses.hingeLoss(X, Y)),
        misfit("sparsemax_loss", "logits and labels", () -> Losses.sparsemaxLoss(X, Y)),
        misfit("ranking_softmax_loss", "logits and labels", () -> Losses.rankingSoftmaxLoss(X, Y)),
        misfit(
            "triplet_margin_loss",
            "anchors and positives",
            () -> Losses.tripletMarginLoss(X, Y, X)));
  }

  private static Arguments misfit(String loss, String operands, ThrowingCallable call) {
    return Arguments.of(loss, operands, call);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("misfits")
  void unequal_shapes_are_named_by_the_loss(String loss, String operands, ThrowingCallable call) {
    assertThatExceptionOfType(ArrayException.class)
        .isThrownBy(call)
        .withMessage(
            "%s needs %s of equal shape, or shapes that broadcast, but got f32[2,3] and f32[2,4]. Reshape one of them."
                .formatted(loss, operands));
  }

  static Stream<Arguments> scalars() {
    return Stream.of(
        Arguments.of(
            "softmax_cross_entropy", call(() -> Losses.softmaxCrossEntropy(SCALAR, SCALAR))),
        Arguments.of(
            "safe_softmax_cross_entropy",
            call(() -> Losses.safeSoftmaxCrossEntropy(SCALAR, SCALAR))),
        Arguments.of(
            "softmax_cross_entropy_with_integer_labels",
            call(() -> Losses.softmaxCrossEntropyWithIntegerLabels(SCALAR, LABELS))),
        Arguments.of("kl_divergence", call(() -> Losses.klDivergence(SCALAR, SCALAR))),
        Arguments.of("cosine_similarity", call(() -> Losses.cosineSimilarity(SCALAR, SCALAR))),
        Arguments.of(
            "multiclass_hinge_loss", call(() -> Losses.multiclassHingeLoss(SCALAR, LABELS))),
        Arguments.of(
            "multiclass_perceptron_loss",
            call(() -> Losses.multiclassPerceptronLoss(SCALAR, LABELS))),
        Arguments.of(
            "multiclass_sparsemax_loss",
            call(() -> Losses.multiclassSparsemaxLoss(SCALAR, LABELS))),
        Arguments.of("ranking_softmax_loss", call(() -> Losses.rankingSoftmaxLoss(SCALAR, SCALAR))),
        Arguments.of("dice_loss", call(() -> Losses.diceLoss(SCALAR, SCALAR))),
        Arguments.of("binary_dice_loss", call(() -> Losses.binaryDiceLoss(SCALAR, SCALAR))),
        Arguments.of("smooth_labels", call(() -> Losses.smoothLabels(SCALAR, 0.1))));
  }

  private static ThrowingCallable call(ThrowingCallable call) {
    return call;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scalars")
  void a_scalar_has_no_classes(String loss, ThrowingCallable call) {
    assertThatExceptionOfType(ArrayException.class)
        .isThrownBy(call)
        .withMessage(
            "%s needs an operand with at least one axis, but got a scalar. Add an axis with expandDims."
                .formatted(loss));
  }

  @Test
  void labels_of_another_batch_are_named() {
    assertThatExceptionOfType(ArrayException.class)
        .isThrownBy(() -> Losses.multiclassHingeLoss(X, LABELS))
        .withMessage(
            "multiclass_hinge_loss needs scores and labels as one-hot rows of equal shape, "
                + "or shapes that broadcast, but got f32[2,3] and f32[5,3]. Reshape one of them.");
  }

  @Test
  void a_mask_that_does_not_cover_the_logits_is_named() {
    assertThatExceptionOfType(ArrayException.class)
        .isThrownBy(() -> Losses.softmaxCrossEntropy(X, X, Axes.of(-1), zeros(4)))
        .withMessage(
            "softmax_cross_entropy needs operands and a mask of equal shape, or shapes that "
                + "broadcast, but got f32[2,3] and f32[4]. Reshape one of them.");
  }

  @Test
  void labels_for_one_example_serve_a_batch_as_in_optax() {
    assertThat(Losses.softmaxCrossEntropy(X, zeros(3)).shape()).isEqualTo(Shape.of(2));
    assertThat(Losses.huberLoss(X, zeros(3)).shape()).isEqualTo(Shape.of(2, 3));
  }
}
