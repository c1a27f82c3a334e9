package io.cambric.nn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Metrics of numbers against plain loops over the examples. */
class NumberMetricsTest {

  private static final Array VALUES = NdArray.of(Shape.of(2, 3), 1, 2, 3, 4, 5, 6);

  @Test
  void mean_weighs_rows_by_the_mask() {
    var mask = NdArray.of(Shape.of(2), 1, 3);

    assertThat(Mean.empty().update(VALUES, mask).compute().item()).isEqualTo((6 + 3 * 15) / 12.0);
    assertThat(Mean.empty().update(VALUES).compute().item()).isEqualTo(3.5);
    assertThat(Mean.empty().compute().item()).isNaN();
  }

  @Test
  void standard_deviation_is_that_of_the_population() {
    var deviation = StandardDeviation.empty().update(VALUES);

    assertThat(deviation.compute().item()).isCloseTo(Math.sqrt(35.0 / 12), within(1e-12));
    assertThat(deviation.mean().item()).isEqualTo(3.5);
  }

  @Test
  void squared_error_and_its_root_are_those_of_the_differences() {
    var error =
        MeanSquaredError.empty()
            .update(NdArray.of(Shape.of(2), 1, 5), NdArray.of(Shape.of(2), 3, 5));

    assertThat(error.compute().item()).isEqualTo(2);
    assertThat(error.root().item()).isCloseTo(Math.sqrt(2), within(1e-12));
  }

  @Test
  void perplexity_of_a_uniform_guess_is_the_number_of_choices() {
    var entropy = (float) Math.log(8);

    var perplexity = Perplexity.empty().update(NdArray.of(Shape.of(3), entropy, entropy, entropy));

    assertThat(perplexity.compute().item()).isCloseTo(8, within(1e-6));
  }

  @Test
  void area_under_roc_is_the_probability_that_positives_score_higher() {
    int n = 300;
    var random = new Random(11);
    var scores = new float[n];
    var labels = new int[n];
    for (int i = 0; i < n; i++) {
      labels[i] = random.nextInt(3) == 0 ? 1 : 0;
      scores[i] = (random.nextInt(60) + 20 * labels[i]) / 100f + 0.005f;
    }
    double better = 0;
    int pairs = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (labels[i] == 1 && labels[j] == 0) {
          pairs++;
          better += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
        }
      }
    }

    var auc =
        RocAuc.of(100).update(NdArray.of(Shape.of(n), scores), NdArray.ofInts(Shape.of(n), labels));

    assertThat(auc.compute().item()).isCloseTo(better / pairs, within(1e-12));
  }

  @Test
  void average_precision_adds_precision_at_each_gain_of_recall() {
    var scores = NdArray.of(Shape.of(4), 0.1f, 0.4f, 0.35f, 0.8f);
    var labels = NdArray.ofInts(Shape.of(4), 0, 0, 1, 1);

    // The example of sklearn.metrics.average_precision_score and roc_auc_score.
    assertThat(AveragePrecision.empty().update(scores, labels).compute().item())
        .isCloseTo(5.0 / 6, within(1e-12));
    assertThat(RocAuc.empty().update(scores, labels).compute().item()).isEqualTo(0.75);
  }

  @Test
  void areas_without_positive_examples_are_nan() {
    var scores = NdArray.of(Shape.of(3), -1, 2, Float.NaN);
    var labels = NdArray.ofInts(Shape.of(3), 0, 0, 0);

    var auc = RocAuc.empty().update(scores, labels);

    assertThat(auc.compute().item()).isNaN();
    assertThat(AveragePrecision.empty().update(scores, labels).compute().item()).isNaN();
    var negatives = auc.scores().negatives().toFloats();
    assertThat(IntStream.of(0, 999).mapToObj(i -> negatives[i])).containsExactly(2f, 1f);
  }
}
