package io.cambric.flax.lifecycle;

import static io.cambric.flax.lifecycle.VariableDefinitions.words;
import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.scope.CollectionFilter.all;
import static io.cambric.scope.CollectionFilter.none;
import static io.cambric.scope.CollectionFilter.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Tracer;
import io.cambric.errors.CollectionNotFoundException;
import io.cambric.errors.ImmutableCollectionException;
import io.cambric.errors.InvalidVariablesException;
import io.cambric.errors.NameInUseException;
import io.cambric.errors.ParamNotFoundException;
import io.cambric.errors.ParamShapeException;
import io.cambric.errors.VariableNotFoundException;
import io.cambric.nn.Dense;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Params;
import io.cambric.scope.Partitioned;
import io.cambric.scope.Partitioning;
import io.cambric.scope.Rngs;
import io.cambric.scope.Scope;
import io.cambric.scope.Scopes;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Parameters and variables, and the collections that apply returns. */
class VariablesTest {

  private static final Array X = Numpy.ones(2);
  private static final Variables ONES = Variables.of(Params.of("w", X));
  private static final List<Long> FIRST_KEY = List.of(1428664606L, 3351135085L);
  private static final List<Long> SECOND_KEY = List.of(3456700291L, 3873160899L);

  private static Scope scope(Variables variables, CollectionFilter mutable) {
    return Scopes.bind(variables, mutable, Rngs.of(Key.of(0)));
  }

  private static Array drawn(Scope scope, String name, int size) {
    return scope.param(name, Initializers.normal(), Shape.of(size), DType.F32);
  }

  // -- parameters

  @Test
  void a_param_that_is_there_is_returned_and_draws_no_key() {
    var scope = scope(ONES, all());
    assertThat(drawn(scope, "w", 2)).isSameAs(X);
    assertThat(words(scope.makeRng("params"))).isEqualTo(FIRST_KEY);
  }

  @Test
  void a_param_reserves_its_name_in_its_scope() {
    var scope = scope(ONES, none());
    drawn(scope, "w", 2);
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> drawn(scope, "w", 2))
        .withMessageMatching(
            "Parameter \"w\" in scope \"/\" at \\S+ has a name that is already used in this "
                + "scope\\. Each submodule and each variable of a collection needs a unique "
                + "name: rename one of them, or reuse the existing one\\..*");
  }

  @Test
  void a_param_has_the_shape_that_its_initializer_yields() {
    assertThatExceptionOfType(ParamShapeException.class)
        .isThrownBy(() -> drawn(scope(ONES, none()), "w", 3))
        .withMessageMatching(
            "Parameter \"w\" in scope \"/\" at \\S+ was initialised with shape \\[2\\], but the"
                + " initializer now yields shape \\[3\\]\\. Call apply with inputs shaped as at"
                + " init, or init again\\..*");
  }

  @Test
  void the_initializer_of_a_param_that_is_there_runs_on_shapes_only() {
    var yielded = new ArrayList<Array>();
    Array found =
        scope(ONES, none())
            .param(
                "w",
                key -> {
                  yielded.add(Random.normal(key, Shape.of(2)));
                  return yielded.getLast();
                });
    assertThat(found).isSameAs(X);
    assertThat(yielded).singleElement().isInstanceOf(Tracer.class);
  }

  @Test
  void the_dtype_of_a_param_is_not_compared() {
    var found = scope(ONES, none()).param("w", Initializers.zeros(), Shape.of(2), DType.BF16);
    assertThat(found.dtype()).isEqualTo(DType.F32);
  }

  @Test
  void leaves_in_surplus_are_not_compared() {
    var stored = Variables.of(Params.of("pair", Params.of(Map.of("a", X, "b", Numpy.ones(5)))));
    Params pair = scope(stored, none()).param("pair", _ -> Params.of("a", Numpy.zeros(2)));
    assertThat(pair.entries().keySet()).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void a_missing_param_of_a_collection_with_others_is_named_with_them() {
    assertThatExceptionOfType(ParamNotFoundException.class)
        .isThrownBy(() -> drawn(scope(ONES, none()), "v", 2))
        .withMessageMatching(
            "Parameter \"v\" in scope \"/\" at \\S+ is not in the given collection \"params\","
                + " which has \\[w\\] there\\. Did you mean \"w\"\\? Pass the variables that init"
                + " of this model returned, or init again\\..*");
  }

  @Test
  void a_missing_param_of_no_collection_or_an_empty_one_asks_for_the_collection() {
    for (var given :
        List.of(Variables.of("state", Params.of("s", X)), Variables.of(Params.empty()))) {
      assertThatExceptionOfType(CollectionNotFoundException.class)
          .isThrownBy(() -> drawn(scope(given, none()), "w", 2))
          .withMessageMatching(
              "Parameter \"w\" in scope \"/\" at \\S+ needs collection \"params\", but got "
                  + "\\[(state|params)\\]\\. Pass the variables that init of this model returned, "
                  + "or make \"params\" mutable\\..*");
    }
  }

  @Test
  void a_missing_param_is_made_from_the_next_key() {
    var scope = scope(Variables.empty(), all());
    assertThat(drawn(scope, "w", 2).toFloats())
        .isEqualTo(
            Initializers.normal()
                .init(Key.of(0).foldIn(0xbf8b4530), Shape.of(2), DType.F32)
                .toFloats());
  }

  @Test
  void a_param_of_zeros_takes_a_key_too() {
    var scope = scope(Variables.empty(), all());
    scope.param("bias", Initializers.zeros(), Shape.of(2), DType.F32);
    assertThat(words(scope.makeRng("params"))).isEqualTo(SECOND_KEY);
  }

  // -- variables

  @Test
  void a_missing_variable_is_made_where_its_collection_is_mutable() {
    var made = CounterState.of().init(Key.of(0), false);
    assertThat(made.collection("state").get("count").item()).isZero();
  }

  @Test
  void a_variable_that_is_there_keeps_its_shape() {
    var given = Variables.of("state", Params.of("count", Numpy.ones(3)));
    assertThat(CounterState.of().apply(given, false).shape()).isEqualTo(Shape.of(3));
  }

  @Test
  void a_missing_variable_without_a_first_value_is_an_error_even_where_it_could_be_made() {
    var given = Variables.of("state", Params.of("size", X));
    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> scope(given, all()).variable("state", "count", null))
        .withMessageMatching(
            "Variable \"count\" in scope \"/\" at \\S+ is not in the given collection \"state\","
                + " which has \\[size\\] there\\. Pass the variables that init of this model"
                + " returned, or make the collection mutable and give the variable an initial"
                + " value\\..*");
  }

  @Test
  void a_missing_variable_is_an_error_where_its_collection_is_immutable() {
    var given = Variables.of("state", Params.of("size", X));
    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> CounterState.of().apply(given, false))
        .withMessageContaining("Variable \"count\"");
  }

  @Test
  void a_missing_variable_of_a_collection_that_is_empty_asks_for_the_collection() {
    assertThatExceptionOfType(CollectionNotFoundException.class)
        .isThrownBy(() -> CounterState.of().apply(ONES, false))
        .withMessageMatching(
            "Variable \"count\" in scope \"/\" at \\S+ needs collection \"state\", but got "
                + "\\[params\\]\\. Pass the variables that init of this model returned, or make "
                + "\"state\" mutable\\..*");
  }

  @Test
  void a_variable_is_put_without_a_declaration() {
    var put = Putter.of().apply(Variables.empty(), mutable("state"), X);
    assertThat(put.variables()).isEqualTo(Variables.of("state", Params.of("seen", X)));
  }

  @Test
  void a_variable_of_an_immutable_collection_is_not_put() {
    assertThatExceptionOfType(ImmutableCollectionException.class)
        .isThrownBy(() -> Putter.of().apply(Variables.empty(), X))
        .withMessageMatching(
            "Variable \"seen\" in scope \"/\" at \\S+ cannot be written, because collection"
                + " \"state\" is immutable in this call\\. Add it to the mutable ones, as in"
                + " apply\\(variables, mutable\\(\"state\"\\), \\.\\.\\.\\)\\..*");
  }

  @Test
  void what_a_parent_puts_under_the_name_of_a_child_the_child_has() {
    var parent = scope(Variables.empty(), all());
    var child = parent.push("a");
    parent.putVariable("state", "a", Params.of("x", X));
    assertThat(child.<Array>getVariable("state", "x")).contains(X);
  }

  @Test
  void what_a_child_puts_its_parent_has() {
    var parent = scope(Variables.empty(), all());
    parent.push("a").putVariable("state", "x", X);
    assertThat(parent.<Params>getVariable("state", "a")).contains(Params.of("x", X));
  }

  @Test
  void variables_that_nothing_asks_for_are_ignored() {
    var given = TwoParams.of().init(Key.of(0), X, true).with("unknown", Params.of("z", X));
    var more = given.withParams(given.params().with("third", X));
    assertThat(TwoParams.of().apply(more, X, true).toFloats()).containsExactly(2, 2);
  }

  @Test
  void a_missing_variable_is_an_error_only_when_it_is_reached() {
    var first = Variables.of(Params.of("first", X));
    assertThat(TwoParams.of().apply(first, X, false).toFloats()).containsExactly(1, 1);
    assertThatExceptionOfType(ParamNotFoundException.class)
        .isThrownBy(() -> TwoParams.of().apply(first, X, true))
        .withMessageContaining("Parameter \"second\"");
  }

  // -- variables that enter and leave apply

  @Test
  void variables_are_maps_of_named_collections() {
    assertThatExceptionOfType(InvalidVariablesException.class)
        .isThrownBy(() -> Variables.of(Map.of("params", X)))
        .withMessageMatching(
            "Variables map names of collections to nested values, but \"params\" is .*\\. "
                + "Put arrays in a collection, as in Variables\\.of\\(\"params\", "
                + "Params\\.of\\(\"params\", array\\)\\)\\..*");
    assertThatExceptionOfType(InvalidVariablesException.class)
        .isThrownBy(() -> Variables.of(Map.of("params", Map.of(1, X))))
        .withMessageStartingWith(
            "Variables need strings as names, but got 1. Name modules and variables with strings.");
  }

  @Test
  void all_variables_in_the_place_of_params_are_refused() {
    var wrong = Variables.of(Params.of("params", Params.of("first", X)));
    assertThatExceptionOfType(InvalidVariablesException.class)
        .isThrownBy(() -> TwoParams.of().apply(wrong, X, false))
        .withMessageStartingWith(
            "The collection \"params\" has an entry \"params\" among [params]. Probably all "
                + "variables were passed as one collection: pass the result of init, or "
                + "Variables.of(params).");
  }

  @Test
  void given_variables_do_not_change_when_mutable_ones_are_written() {
    var given = CounterState.of().init(Key.of(0), false);
    var counted = CounterState.of().apply(given, mutable("state"), true);
    assertThat(counted.output().item()).isEqualTo(1);
    assertThat(given.collection("state").get("count").item()).isZero();
  }

  @Test
  void containers_of_the_user_are_copied_and_immutable_collections_are_not() {
    var container = new HashMap<String, Array>(Map.of("w", X));
    var given = Variables.of(Map.of("params", container));
    container.clear();
    assertThat(scope(given, of("state")).variables().params()).isSameAs(given.params());
    assertThat(given.params().get("w")).isSameAs(X);
  }

  @Test
  void every_mutable_collection_comes_back_and_none_is_made_up() {
    var given = ONES.with("state", Params.of("count", Numpy.zeros()));
    var returned = CounterState.of().apply(given, mutable("params", "state", "cache"), false);
    assertThat(returned.variables()).isEqualTo(given);
    assertThat(CounterState.of().apply(given, mutable(), false).variables().isEmpty()).isTrue();
  }

  @Test
  void variables_stand_in_the_order_of_their_creation() {
    var dense = Dense.of(3).init(Key.of(0), X);
    assertThat(dense.params().entries().keySet()).containsExactly("kernel", "bias");
  }

  // -- boxes

  @Test
  void the_box_is_stored_and_the_value_seen() {
    var scope = scope(Variables.empty(), all());
    var seen =
        scope.param(
            "w",
            Partitioning.withPartitioning(Initializers.ones(), "rows"),
            Shape.of(2),
            DType.F32);
    assertThat(seen.toFloats()).containsExactly(1, 1);
    assertThat(scope.<Object>getVariable("params", "w"))
        .hasValueSatisfying(stored ->
            assertThat(stored)
                .isInstanceOfSatisfying(
                    Partitioned.class, box -> assertThat(box.names()).containsExactly("rows")));
  }

  @Test
  void a_value_that_is_set_is_boxed_again_and_nested_boxes_are_all_opened() {
    var nested = new Partitioned(new Partitioned(X, List.of("inner")), List.of("outer"));
    var scope = scope(Variables.of("state", Params.of("s", nested)), all());
    var variable = scope.<Array>variable("state", "s", null);
    assertThat(variable.get()).isSameAs(X);
    var other = Numpy.zeros(2);
    variable.set(other);
    assertThat(scope.<Object>getVariable("state", "s"))
        .contains(new Partitioned(new Partitioned(other, List.of("inner")), List.of("outer")));
  }
}
