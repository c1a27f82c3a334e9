package io.cambric.optax;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.optax.projection.SimplexProjection;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import org.junit.jupiter.api.Test;

/** Losses of regions, lists, pairs and scores. */
class ComparingLossesTest {

  private static final Array SCORES = Numpy.array(new float[][] {{2, 1, -1}, {0.3f, 0.2f, 0.1f}});

  private static Array ints(int... values) {
    return NdArray.ofInts(Shape.of(values.length), values);
  }

  @Test
  void the_nearest_point_of_the_simplex_sums_to_one_and_keeps_the_order() {
    assertNear(SimplexProjection.ofRows(SCORES), 1, 0, 0, 0.4333333, 0.3333333, 0.2333333);
  }

  @Test
  void the_gradient_of_the_sparsemax_loss_is_the_nearest_point_less_the_label() {
    var gradient =
        Transforms.grad((Array x) -> Losses.multiclassSparsemaxLoss(x, ints(0, 2)).sum())
            .apply(SCORES);

    assertNear(gradient, 0, 0, 0, 0.4333333, 0.3333333, -0.7666667);
  }

  @Test
  void it_is_so_at_ties_and_where_an_element_is_just_outside_of_the_support() {
    assertSparsemax(new float[] {1, 1, 0.5f}, 1, 0.5, -0.5, 0);
    assertSparsemax(new float[] {1, 1, 1}, 0, -2.0 / 3, 1.0 / 3, 1.0 / 3);
    assertSparsemax(new float[] {0, 0, -0.5f}, 0, -0.5, 0.5, 0);
    assertSparsemax(new float[] {2, 1, 0}, 0, 0, 0, 0);
    assertSparsemax(new float[] {1, 0.5f, 0.25f}, 2, 0.75, 0.25, -1);
    assertSparsemax(new float[] {1, Float.NEGATIVE_INFINITY, 0}, 1, 1, -1, 0);
    assertSparsemax(new float[] {1e8f, 1e8f, 0}, 2, 0.5, 0.5, -1);
  }

  private static void assertSparsemax(float[] scores, int label, double... expected) {
    ArrayFn loss = x -> Losses.multiclassSparsemaxLoss(x, NdArray.scalar(DType.I32, label));
    ArrayFn gradient = x -> Transforms.grad(loss).apply(x);
    var x = Numpy.array(scores);

    assertNear(gradient.apply(x), expected);
    assertNear(Transforms.jit(gradient).apply(x), expected);
  }

  @Test
  void the_projection_on_the_simplex_moves_with_the_elements_of_its_support_only() {
    var weights = Numpy.array(1, 2, 4);
    var gradient =
        Transforms.grad((Array x) -> SimplexProjection.ofRows(x).mul(weights).sum())
            .apply(Numpy.array(1f, 1f, 0.5f));

    assertNear(gradient, -0.5, 0.5, 0);
  }

  @Test
  void losses_by_the_largest_score_share_their_gradient_among_scores_that_tie() {
    var scores = Numpy.array(1f, 1f, 0f);
    var label = NdArray.scalar(DType.I32, 1);

    assertNear(
        Transforms.grad((Array x) -> Losses.multiclassPerceptronLoss(x, label)).apply(scores),
        0.5,
        -0.5,
        0);
    assertNear(
        Transforms.grad((Array x) -> Losses.multiclassHingeLoss(x, label)).apply(scores), 1, -1, 0);
    assertNear(
        Transforms.grad((Array x) -> Losses.sparsemaxLoss(x, Numpy.array(0f, 0f, 1f)).sum())
            .apply(Numpy.array(1f, -1f, 1f)),
        1,
        0,
        0);
  }

  @Test
  void the_fenchel_young_loss_of_logsumexp_is_the_softmax_cross_entropy_of_one_hot_targets() {
    var targets = Numpy.array(new float[][] {{1, 0, 0}, {0, 0, 1}});
    var loss = Losses.makeFenchelYoungLoss(x -> Numpy.logsumexp(x));

    assertNear(loss.apply(SCORES, targets).sub(Losses.softmaxCrossEntropy(SCORES, targets)), 0, 0);
  }

  @Test
  void safe_softmax_cross_entropy_passes_over_impossible_classes_of_label_zero() {
    var logits = Numpy.array(new float[][] {{1, Float.NEGATIVE_INFINITY, 2}});
    var labels = Numpy.array(new float[][] {{0.5f, 0, 0.5f}});

    assertNear(Losses.safeSoftmaxCrossEntropy(logits, labels), 0.813261628);
    assertNear(
        Transforms.grad((Array x) -> Losses.safeSoftmaxCrossEntropy(x, labels).sum()).apply(logits),
        -0.231058583,
        0,
        0.231058583);
  }

  @Test
  void lists_without_items_that_count_do_not_count_in_the_mean() {
    var labels = Numpy.array(new float[][] {{1, 0, 1}, {0, 1, 0}});
    var where = Numpy.array(new boolean[][] {{true, true, true}, {false, false, false}});
    var masked = Losses.rankingSoftmaxLoss(SCORES, labels, where, null, LossReduction.MEAN);
    var apart = Losses.rankingSoftmaxLoss(SCORES, labels, null, null, LossReduction.NONE);

    assertThat(masked.item()).isCloseTo(apart.get(0).item(), within(1e-6));
    assertNear(
        Losses.rankingSoftmaxLoss(SCORES, labels, Numpy.zerosLike(where), null, LossReduction.MEAN),
        0);
  }

  @Test
  void dice_loss_is_zero_where_prediction_and_target_agree() {
    var mask = Numpy.array(new float[][][] {{{1, 0}, {0, 1}, {1, 0}}});

    assertNear(Losses.diceLoss(mask, mask, DiceOptions.DEFAULT.withApplySoftmax(false)), 0);
    assertNear(
        Losses.diceLoss(
            mask,
            Numpy.subtract(1, mask),
            DiceOptions.DEFAULT
                .withApplySoftmax(false)
                .withSmooth(0)
                .withReduction(DiceOptions.Reduction.NONE)),
        1,
        1);
  }

  @Test
  void dice_loss_refuses_probabilities_that_do_not_sum_to_one() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() ->
            Losses.diceLoss(
                Numpy.ones(1, 2, 2),
                Numpy.ones(1, 2, 2),
                DiceOptions.DEFAULT.withApplySoftmax(false)))
        .withMessage(
            "dice_loss without softmax needs predictions that sum to 1 over the classes, "
                + "but their sums are from 2.0 to 2.0. Normalise them, or let the loss apply "
                + "softmax.");
  }

  @Test
  void ntxent_is_the_cross_entropy_of_each_pair_of_one_label_against_the_others() {
    var embeddings = Random.normal(Key.of(6), Shape.of(5, 4));
    int[] labels = {0, 1, 0, 1, 0};
    double temperature = 0.5;
    double total = 0;
    int pairs = 0;
    for (int i = 0; i < 5; i++) {
      double others = 0;
      for (int k = 0; k < 5; k++) {
        others += labels[k] == labels[i] ? 0 : Math.exp(cosine(embeddings, i, k) / temperature);
      }
      for (int j = 0; j < 5; j++) {
        if (i != j && labels[i] == labels[j]) {
          double pair = Math.exp(cosine(embeddings, i, j) / temperature);
          total -= Math.log(pair / (pair + others));
          pairs++;
        }
      }
    }

    assertThat(Losses.ntxent(embeddings, ints(labels), temperature).item())
        .isCloseTo(total / pairs, within(1e-5));
  }

  private static double cosine(Array embeddings, int i, int j) {
    return Losses.cosineSimilarity(embeddings.get(i), embeddings.get(j)).item();
  }

  @Test
  void ntxent_needs_a_label_for_each_embedding() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Losses.ntxent(Numpy.ones(3, 2), ints(1, 2)))
        .withMessage(
            "ntxent needs embeddings [batch, features] and labels [batch], but got f32[3,2] and"
                + " i32[2].");
  }

  @Test
  void triplet_margin_loss_is_zero_once_negatives_are_far_enough() {
    var anchor = Numpy.array(new float[][] {{0, 0}, {0, 0}});
    var near = Numpy.array(new float[][] {{3, 4}, {0, 1}});
    var far = Numpy.array(new float[][] {{0, 5.5f}, {6, 8}});

    assertNear(Losses.tripletMarginLoss(anchor, near, far, -1, 2, 1, 0), 0.5, 0);
  }

  @Test
  void cosine_similarity_over_all_axes_is_that_of_the_flat_vectors() {
    var x = Numpy.array(new float[][] {{1, 2}, {3, 4}});
    var y = Numpy.array(new float[][] {{4, 3}, {2, 1}});

    assertNear(Losses.cosineSimilarity(x, y, 0, null, null), 20.0 / 30);
    assertNear(
        Losses.cosineSimilarity(
            x, y, 0, null, Numpy.array(new boolean[][] {{true, false}, {false, false}})),
        1);
  }
}
