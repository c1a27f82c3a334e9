package io.cambric.optax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SequenceLossesTest {

  private static final int TIMES = 5;
  private static final int CLASSES = 3;

  /**
   * All ways to emit one class a time, by what is left after merging repeats and dropping blanks.
   */
  private static double probability(float[] logits, List<Integer> labels) {
    double total = 0;
    for (int path = 0; path < Math.pow(CLASSES, TIMES); path++) {
      double probability = 1;
      int last = 0;
      var emitted = new ArrayList<Integer>();
      for (int time = 0, rest = path; time < TIMES; time++, rest /= CLASSES) {
        int chosen = rest % CLASSES;
        double sum = 0;
        for (int k = 0; k < CLASSES; k++) {
          sum += Math.exp(logits[time * CLASSES + k]);
        }
        probability *= Math.exp(logits[time * CLASSES + chosen]) / sum;
        if (chosen != last && chosen != 0) {
          emitted.add(chosen);
        }
        last = chosen;
      }
      total += emitted.equals(labels) ? probability : 0;
    }
    return total;
  }

  private static Array loss(Array logits, int... labels) {
    int n = labels.length;
    return Losses.ctcLoss(
        logits.expandDims(0),
        Numpy.zeros(1, TIMES),
        NdArray.ofInts(Shape.of(1, n), labels),
        Numpy.zeros(1, n));
  }

  @Test
  void ctc_loss_sums_over_all_ways_to_emit_the_labels() {
    var logits = Random.normal(Key.of(3), Shape.of(TIMES, CLASSES));
    for (var labels : List.of(List.of(1), List.of(1, 2), List.of(2, 2), List.of(1, 2, 1))) {
      int[] numbers = labels.stream().mapToInt(Integer::intValue).toArray();

      assertThat(loss(logits, numbers).item())
          .as("%s", labels)
          .isCloseTo(-Math.log(probability(logits.toFloats(), labels)), within(1e-4));
    }
  }

  @Test
  void ctc_loss_does_not_see_padding() {
    var logits = Random.normal(Key.of(4), Shape.of(1, TIMES, CLASSES));
    var padded =
        Losses.ctcLoss(
            Numpy.concatenate(List.of(logits, Numpy.full(Shape.of(1, 2, CLASSES), 7)), 1),
            Numpy.array(new float[][] {{0, 0, 0, 0, 0, 1, 1}}),
            NdArray.ofInts(Shape.of(1, 3), 1, 2, 2),
            Numpy.array(new float[][] {{0, 0, 1}}));

    assertThat(padded.item()).isCloseTo(loss(logits.get(0), 1, 2).item(), within(1e-5));
  }

  @Test
  void the_gradient_of_ctc_loss_along_the_logits_sums_to_zero_at_each_time() {
    var logits = Random.normal(Key.of(5), Shape.of(TIMES, CLASSES));

    var gradient = Transforms.grad(x -> loss(x, 2, 1).sum()).apply(logits);

    for (float sum : gradient.sum(-1).toFloats()) {
      assertThat(sum).isCloseTo(0, within(1e-5f));
    }
    assertThat(Activations.relu(gradient).sum().item()).isPositive();
  }

  @Test
  void ctc_loss_names_all_shapes_where_they_do_not_fit() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            Losses.ctcLoss(
                Numpy.zeros(2, 5, 3),
                Numpy.zeros(2, 4),
                NdArray.ofInts(Shape.of(2, 1), 1, 1),
                Numpy.zeros(2, 1)))
        .withMessage(
            "ctc_loss needs logits [batch, time, classes], their paddings [batch, time], labels"
                + " [batch, n] and their paddings [batch, n], but got f32[2,5,3], f32[2,4],"
                + " i32[2,1] and f32[2,1].");
  }
}
