package io.cambric.nn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.TreeStructureException;
import io.cambric.transform.Transforms;
import org.junit.jupiter.api.Test;

class MetricsTest {

  private static final Metrics EMPTY =
      Metrics.of("loss", Mean.empty())
          .with("accuracy", Accuracy.empty())
          .with("recall", Recall.of(2, Average.NONE))
          .with("confusion", ConfusionMatrix.of(2));

  private static Metrics update(Metrics metrics, Array scores, Array labels) {
    return metrics
        .update("loss", Mean.class, mean -> mean.update(scores))
        .update("accuracy", Accuracy.class, a -> a.update(scores, labels))
        .update("recall", Recall.class, r -> r.update(scores, labels))
        .update("confusion", ConfusionMatrix.class, c -> c.update(scores, labels));
  }

  private static final Array SCORES = NdArray.of(Shape.of(2, 2), 3, 1, 4, 0);
  private static final Array LABELS = NdArray.ofInts(Shape.of(2), 0, 1);

  @Test
  void scalars_have_the_names_in_order() {
    var metrics = update(EMPTY, SCORES, LABELS);

    assertThat(metrics.scalars().toString())
        .isEqualTo("{loss=2.0, accuracy=0.5, recall/0=1.0, recall/1=0.0}");
    assertThat(metrics.compute()).containsKey("confusion");
  }

  @Test
  void a_jitted_step_takes_and_returns_them() {
    var step = Transforms.jit((Metrics metrics, Array scores) -> update(metrics, scores, LABELS));

    var metrics = step.apply(step.apply(EMPTY, SCORES), SCORES.mul(3));

    assertThat(metrics.scalars()).containsEntry("loss", 4.0).containsEntry("accuracy", 0.5);
    assertThat(metrics.get("loss", Mean.class).weight().item()).isEqualTo(8);
  }

  @Test
  void metrics_are_merged_reduced_and_reset_together() {
    var once = update(EMPTY, SCORES, LABELS);
    var lanes =
        Transforms.vmap((Array scores) -> update(EMPTY, scores, LABELS))
            .apply(SCORES.expandDims(0));

    assertThat(once.merge(once).scalars()).isEqualTo(once.scalars());
    assertThat(once.merge(once).get("loss", Mean.class).weight().item()).isEqualTo(8);
    assertThat(lanes.reduce().scalars()).isEqualTo(once.scalars());
    assertThat(once.reset().get("loss", Mean.class).weight().item()).isZero();
    var shared =
        Transforms.vmap((Array scores) -> update(EMPTY, scores, LABELS).psum("lanes"))
            .axisName("lanes")
            .apply(SCORES.expandDims(0));
    assertThat(shared.reduce().scalars()).isEqualTo(once.scalars());
  }

  @Test
  void names_and_types_must_be_those_of_the_metrics() {
    assertThatThrownBy(() -> EMPTY.get("los", Mean.class))
        .isInstanceOf(TreeStructureException.class)
        .hasMessageStartingWith(
            "The metrics are [loss, accuracy, recall, confusion], but got the name \"los\". "
                + "Add the metric before the training with with(name, metric).");
    assertThatThrownBy(() -> EMPTY.get("loss", Accuracy.class))
        .hasMessageStartingWith(
            "Metric \"loss\" is of type Mean, but Accuracy was requested. Pass the class of "
                + "the metric.");
    assertThatThrownBy(() -> EMPTY.merge(Metrics.of("loss", Mean.empty())))
        .hasMessageStartingWith(
            "Merging metrics needs the same names in the same order, but got [loss, "
                + "accuracy, recall, confusion] and [loss]. Create both from the same Metrics.");
  }

  @Test
  void names_of_scalars_are_known_without_numbers() {
    var metrics =
        Metrics.of("loss", Mean.empty())
            .with("recall", Recall.of(3, Average.NONE))
            .with("confusion", ConfusionMatrix.of(2));

    assertThat(metrics.scalarNames())
        .containsExactly("loss", "recall/0", "recall/1", "recall/2")
        .containsExactlyElementsOf(metrics.scalars().keySet());
  }
}
