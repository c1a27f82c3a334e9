package io.cambric.scope;

import static io.cambric.scope.ScopeSamples.ALL;
import static io.cambric.scope.ScopeSamples.NONE;
import static io.cambric.scope.ScopeSamples.ONE;
import static io.cambric.scope.ScopeSamples.scope;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.CollectionNotFoundException;
import io.cambric.errors.ImmutableCollectionException;
import io.cambric.errors.VariableNotFoundException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Variables of a scope: declared, put, sown and perturbed. */
class ScopeVariableTest {

  @Test
  void variable_is_made_once_and_read_back() {
    var scope = scope(Variables.empty(), ALL);
    var mean = scope.variable("batch_stats", "mean", () -> ONE);
    mean.set(NdArray.of(Shape.of(1), 9));
    scope.rewind();
    var again = scope.<Array>variable("batch_stats", "mean", () -> ONE);

    assertThat(again.get().item()).isEqualTo(9);
    again.update(_ -> ONE);
    assertThat(mean.get()).isSameAs(ONE);
    assertThat(mean.isMutable()).isTrue();
    assertThat(mean).hasToString("Variable(batch_stats//mean)");
  }

  @Test
  void missing_variable_without_init_or_mutability_is_an_error() {
    var stats = Variables.of("batch_stats", Params.of("mean", ONE));

    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> scope(stats, ALL).variable("batch_stats", "var", null))
        .withMessageMatching(
            "Variable \"var\" in scope \"/\" at \\S+ is not in the given collection"
                + " \"batch_stats\", which has \\[mean\\] there. Pass the variables that init of"
                + " this model returned, or make the collection mutable and give the variable an"
                + " initial value.");
    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> scope(stats, NONE).variable("batch_stats", "var", () -> ONE));
    assertThatExceptionOfType(CollectionNotFoundException.class)
        .isThrownBy(() -> scope(stats, NONE).variable("cache", "index", () -> ONE));
  }

  @Test
  void put_needs_no_declaration_but_a_mutable_collection() {
    var scope = scope(Variables.empty(), CollectionFilter.of("cache"));
    scope.putVariable("cache", "index", ONE);

    assertThat(scope.<Array>getVariable("cache", "index")).contains(ONE);
    assertThat(scope.hasVariable("cache", "index")).isTrue();
    assertThatExceptionOfType(ImmutableCollectionException.class)
        .isThrownBy(() -> scope.putVariable("batch_stats", "mean", ONE))
        .withMessageMatching(
            "Variable \"mean\" in scope \"/\" at \\S+ cannot be written, because collection"
                + " \"batch_stats\" is immutable in this call. Add it to the mutable ones, as in"
                + " apply\\(variables, mutable\\(\"batch_stats\"\\), ...\\).");
  }

  @Test
  void writes_are_seen_from_parent_and_child_at_once() {
    var scope = scope(Variables.empty(), ALL);
    var child = scope.push("a");
    child.putVariable("state", "x", ONE);
    var two = NdArray.of(Shape.of(1), 2);

    assertThat(scope.<Params>getVariable("state", "a").orElseThrow().get("x")).isSameAs(ONE);
    scope.putVariable("state", "a", Params.of("x", two));
    assertThat(child.<Array>getVariable("state", "x")).contains(two);
  }

  @Test
  void child_sees_what_its_parent_put_before_the_child_was_asked() {
    var scope = scope(Variables.empty(), ALL);
    var child = scope.push("a");
    assertThat(child.hasVariable("state", "x")).isFalse();
    scope.putVariable("state", "a", Params.of("x", ONE));

    assertThat(child.hasVariable("state", "x")).isTrue();
  }

  @Test
  void given_variables_never_change() {
    var given = Variables.of("state", Params.of("x", ONE));
    var scope = scope(given, ALL);
    scope.putVariable("state", "x", NdArray.of(Shape.of(1), 2));

    assertThat(given.collection("state").get("x")).isSameAs(ONE);
  }

  @Test
  void sow_appends_in_the_order_of_calls() {
    var scope = scope(Variables.empty(), ALL);
    scope.sow("intermediates", "h", 1);
    scope.sow("intermediates", "h", 2);

    assertThat(scope.<List<Object>>getVariable("intermediates", "h")).contains(List.of(1, 2));
  }

  @Test
  void sow_folds_with_a_reducer_of_its_own() {
    var scope = scope(Variables.empty(), ALL);
    scope.sow("losses", "l2", 1, () -> 10, Integer::sum);
    scope.sow("losses", "l2", 2, () -> 10, Integer::sum);

    assertThat(scope.<Integer>getVariable("losses", "l2")).contains(13);
  }

  @Test
  void sow_into_an_immutable_collection_does_nothing() {
    var scope = scope(Variables.empty(), NONE);

    assertThat(scope.sow("intermediates", "h", 1)).isFalse();
    assertThat(scope.hasVariable("intermediates", "h")).isFalse();
  }

  @Test
  void perturb_makes_zeros_where_the_collection_is_mutable() {
    var scope = scope(Variables.empty(), ALL);

    assertThat(scope.<Array>perturb("perturbations", "h", ONE).item()).isEqualTo(1);
    assertThat(scope.<Array>getVariable("perturbations", "h").orElseThrow().item()).isZero();
  }

  @Test
  void perturb_adds_what_is_stored_and_nothing_without_the_collection() {
    var stored = Variables.of("perturbations", Params.of("h", NdArray.of(Shape.of(1), 5)));

    assertThat(scope(stored, NONE).<Array>perturb("perturbations", "h", ONE).item()).isEqualTo(6);
    assertThat(scope(Variables.empty(), NONE).<Array>perturb("perturbations", "h", ONE))
        .isSameAs(ONE);
    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> scope(stored, NONE).<Array>perturb("perturbations", "other", ONE));
  }
}
