package io.cambric.optax.wrapper;

import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Optax.freeze;
import static io.cambric.optax.Optax.partition;
import static io.cambric.optax.Optax.scale;
import static io.cambric.optax.Optax.selectiveTransform;
import static io.cambric.optax.Optax.setToZero;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.base.MaskedNode;
import io.cambric.optax.base.Sample;
import io.cambric.optax.transform.ScaleByAdam;
import io.cambric.scope.Params;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PartitionTest {

  private static final Params PARAMS =
      Params.of(
          Map.of(
              "a", Map.of("kernel", Sample.row(1, 2), "bias", Sample.row(3)),
              "b", Sample.row(4)));

  @Test
  void each_label_has_its_transformation_and_its_state() {
    var tx =
        partition(
            Map.of("x", adam(0.1), "y", scale(-2), "z", setToZero()),
            Map.of("a", "x", "b", "y", "c", "z"));
    var params = Map.of("a", Sample.row(1), "b", Sample.row(2), "c", Sample.row(3));

    var state = tx.init(params);
    var updates = tx.update(params, state, params).updates();

    assertNear(updates.get("a"), -0.1);
    assertNear(updates.get("b"), -4);
    assertNear(updates.get("c"), 0);
    var mu = (Map<?, ?>) state.find(ScaleByAdam.State.class).orElseThrow().mu();
    assertThat(mu.get("b")).isEqualTo(new MaskedNode());
    assertThat(tx.initial(params).innerStates()).containsOnlyKeys("x", "y", "z");
  }

  @Test
  void labels_may_be_a_function_of_the_tree_and_a_label_stands_for_a_part() {
    var byPath =
        partition(
            Map.of("kernel", scale(-1), "other", scale(10)),
            (Params p) -> p.mapWithPath((path, _) -> path.endsWith("kernel") ? "kernel" : "other"));
    var byPart =
        partition(
            Map.of("kernel", scale(-1), "other", scale(10)),
            Params.of(Map.of("a", "kernel", "b", "other")));

    var paths = byPath.update(PARAMS, byPath.init(PARAMS), null).updates();
    var parts = byPart.update(PARAMS, byPart.init(PARAMS), null).updates();

    assertNear(paths.get("a", "kernel"), -1, -2);
    assertNear(paths.get("a", "bias"), 30);
    assertNear(parts.get("a", "bias"), -3);
    assertNear(parts.get("b"), 40);
  }

  @Test
  void a_transformation_may_have_no_leaf() {
    var tx = partition(Map.of("x", sgd(1), "y", adam(1)), Map.of("a", "x"));
    assertNear(Sample.updates(tx, 1), -1.0069, -0.6116, -0.7878);
  }

  @Test
  void frozen_leaves_get_zeros_and_the_others_their_updates() {
    var grads = Map.of("a", Sample.row(1), "b", Sample.row(2));
    var mask = Map.of("a", true, "b", false);

    var frozen = freeze(mask).update(grads, freeze(mask).init(grads), null).updates();
    var selective = selectiveTransform(adam(0.1), mask);
    var step = selective.update(grads, selective.init(grads), grads);

    assertNear(frozen.get("a"), 0);
    assertThat(frozen.get("b")).isSameAs(grads.get("b"));
    assertNear(step.updates().get("a"), 0);
    assertNear(step.updates().get("b"), -0.1);
    var mu = (Map<?, ?>) step.state().find(ScaleByAdam.State.class).orElseThrow().mu();
    assertThat(mu.get("a")).isEqualTo(new MaskedNode());
  }

  @Test
  void frozen_leaves_may_be_a_function_of_the_tree() {
    var tx =
        selectiveTransform(
            scale(-1), (Params p) -> p.mapWithPath((path, _) -> path.startsWith("a")));
    var updates = tx.update(PARAMS, tx.init(PARAMS), null).updates();
    assertNear(updates.get("a", "kernel"), 0, 0);
    assertNear(updates.get("b"), -4);
  }

  @Test
  void a_label_without_a_transformation_is_refused() {
    var tx = partition(Map.of("x", sgd(1), "y", sgd(2)), Map.of("a", "z"));
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> tx.init(Sample.PARAMS))
        .withMessage(
            "partition needs a transformation for each label, but got the labels [z] and "
                + "transformations for [x, y]. Add transformations for [z].");
  }

  @Test
  void a_label_that_is_no_string_is_refused() {
    var tx = partition(Map.of("x", sgd(1)), Map.of("a", 1));
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> tx.init(Sample.PARAMS))
        .withMessage(
            "partition needs labels that are strings, but one leaf is 1. Map paths or shapes to"
                + " strings, as in (Params p) -> p.mapWithPath((path, leaf) ->"
                + " path.endsWith(\"bias\") ? \"bias\" : \"weight\").");
  }

  @Test
  void a_state_of_other_labels_is_refused() {
    var tx = partition(Map.of("x", sgd(1)), Map.of("a", "x"));
    var other = partition(Map.of("y", sgd(1)), Map.of("a", "y"));
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> tx.update(Sample.PARAMS, other.init(Sample.PARAMS), null))
        .withMessage(
            "partition needs a state for the label x, but got states for [y]. Pass the "
                + "state that init of this partition returned.");
  }

  @Test
  void labels_of_lists_count_by_place() {
    var params = List.<Array>of(Sample.row(1), Sample.row(2));
    var tx = partition(Map.of("x", scale(2), "y", scale(3)), List.of("x", "y"));
    var updates = tx.update(params, tx.init(params), null).updates();
    assertNear(updates.get(0), 2);
    assertNear(updates.get(1), 6);
  }
}
