package io.cambric.optax.wrapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.Optax;
import io.cambric.optax.base.MaskedNode;
import io.cambric.optax.base.Sample;
import io.cambric.scope.Params;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MaskedTest {

  private static final Params PARAMS =
      Params.of(
          Map.of(
              "a", Map.of("kernel", Sample.row(1, 2), "bias", Sample.row(3)),
              "b", Sample.row(4)));

  @PyTree
  record Line(Array slope, Array offset) {}

  @Test
  void leaves_without_mask_pass_as_they_are_and_have_no_state() {
    var tx = Optax.masked(Optax.trace(0.5), Map.of("a", true, "b", false));
    var params = Map.of("a", Sample.row(1), "b", Sample.row(2));

    var first = tx.update(params, tx.init(params), params);
    var second = tx.update(params, first.state(), params);

    assertThat(second.updates().get("a").toFloats()).containsExactly(1.5f);
    assertThat(second.updates().get("b")).isSameAs(params.get("b"));
    assertThat(second.state().find("trace", Map.class))
        .hasValueSatisfying(trace -> assertThat(trace.get("b")).isEqualTo(new MaskedNode()));
  }

  @Test
  void mask_may_be_a_function_of_the_tree_and_a_boolean_stands_for_a_part() {
    var byPath =
        Optax.masked(
            Optax.scale(-1), (Params p) -> p.mapWithPath((path, _) -> path.endsWith("kernel")));
    var byPart = Optax.masked(Optax.scale(-1), Params.of(Map.of("a", true, "b", false)));

    var kernels = byPath.update(PARAMS, byPath.init(PARAMS), null).updates();
    var part = byPart.update(PARAMS, byPart.init(PARAMS), PARAMS).updates();

    assertThat(kernels.get("a", "kernel").toFloats()).containsExactly(-1, -2);
    assertThat(kernels.get("a", "bias").toFloats()).containsExactly(3);
    assertThat(part.get("a", "bias").toFloats()).containsExactly(-3);
    assertThat(part.get("b").toFloats()).containsExactly(4);
  }

  @Test
  void parameters_are_masked_like_updates() {
    var tx = Optax.masked(Optax.addDecayedWeights(0.1), Map.of("a", true, "b", false));
    var params = Map.of("a", Sample.row(1), "b", Sample.row(2));
    var grads = Map.of("a", Sample.row(0), "b", Sample.row(0));

    var updates = tx.update(grads, tx.init(params), params).updates();

    assertThat(updates.get("a").toFloats()).containsExactly(0.1f);
    assertThat(updates.get("b").toFloats()).containsExactly(0);
  }

  @Test
  void leaves_without_mask_do_not_count_in_norms() {
    var tx = Optax.masked(Optax.clipByGlobalNorm(1), Map.of("a", true, "b", false));
    var grads = Map.of("a", Sample.row(0.5f), "b", Sample.row(100));

    var updates = tx.update(grads, tx.init(grads), null).updates();

    assertThat(updates.get("a").toFloats()).containsExactly(0.5f);
  }

  @Test
  void records_of_arrays_may_be_masked_as_a_whole() {
    var lines =
        List.of(new Line(Sample.row(1), Sample.row(2)), new Line(Sample.row(3), Sample.row(4)));
    var tx = Optax.masked(Optax.sgd(0.5, 0.9), List.of(false, true));

    var updates = tx.update(lines, tx.init(lines), lines).updates();

    assertThat(updates.get(0)).isEqualTo(lines.get(0));
    assertThat(updates.get(1).slope().toFloats()).containsExactly(-1.5f);
    assertThat(updates.get(1).offset().toFloats()).containsExactly(-2);
  }

  @Test
  void masks_nest() {
    var inner = Optax.masked(Optax.scale(-1), Map.of("a", true, "b", true, "c", false));
    var tx = Optax.masked(inner, Map.of("a", true, "b", false, "c", true));
    var grads = Map.of("a", Sample.row(1), "b", Sample.row(1), "c", Sample.row(1));

    var updates = tx.update(grads, tx.init(grads), null).updates();

    assertThat(updates.get("a").toFloats()).containsExactly(-1);
    assertThat(updates.get("b").toFloats()).containsExactly(1);
    assertThat(updates.get("c").toFloats()).containsExactly(1);
  }

  @Test
  void a_mask_needs_booleans() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Optax.masked(Optax.scale(1), Map.of("a", 1)).init(Sample.PARAMS))
        .withMessage(
            "masked needs a mask of booleans, but one leaf is 1. Compare paths or shapes, as in"
                + " (Params p) -> p.mapWithPath((path, leaf) -> path.endsWith(\"kernel\")).");
  }
}
