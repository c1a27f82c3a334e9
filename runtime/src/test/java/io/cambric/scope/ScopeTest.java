package io.cambric.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.CollectionNotFoundException;
import io.cambric.errors.ImmutableCollectionException;
import io.cambric.errors.InvalidNameException;
import io.cambric.errors.InvalidScopeException;
import io.cambric.errors.InvalidVariablesException;
import io.cambric.errors.NameInUseException;
import io.cambric.errors.ParamNotFoundException;
import io.cambric.errors.ParamShapeException;
import io.cambric.errors.VariableNotFoundException;
import io.cambric.lax.Lax;
import io.cambric.random.Initializer;
import io.cambric.random.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ScopeTest {

  private static final Initializer ZEROS =
      (_, shape, dtype) -> Lax.full(new ShapedArray(shape, dtype), 0);
  private static final NdArray ONE = NdArray.of(Shape.of(1), 1);
  private static final CollectionFilter ALL = CollectionFilter.all();
  private static final CollectionFilter NONE = CollectionFilter.none();

  private static Scope scope(Variables variables, CollectionFilter mutable) {
    return Scopes.bind(variables, mutable, Rngs.of(Key.of(0)));
  }

  private static Array zeros(Scope scope, String name, int size) {
    return scope.param(name, ZEROS, Shape.of(size), DType.F32);
  }

  @Test
  void init_is_apply_on_nothing_with_everything_mutable() {
    var flags = new ArrayList<Boolean>();
    var made =
        Scopes.init(
            Key.of(0),
            scope -> {
              flags.add(scope.isInitializing());
              return zeros(scope.push("Dense_0"), "bias", 2);
            });
    var applied =
        Scopes.apply(
            Variables.empty(),
            ALL,
            Rngs.of(Key.of(0)),
            scope -> {
              flags.add(scope.isInitializing());
              return zeros(scope.push("Dense_0"), "bias", 2);
            });

    assertThat(made.params().paths()).containsExactly("Dense_0/bias");
    assertThat(applied.variables().params().paths()).containsExactly("Dense_0/bias");
    assertThat(flags).containsExactly(true, false);
  }

  @Test
  void param_is_f32_unless_another_dtype_is_given() {
    var scope = scope(Variables.empty(), ALL);
    assertThat(scope.param("a", ZEROS, Shape.of(2)).dtype()).isEqualTo(DType.F32);
    assertThat(scope.param("b", ZEROS, Shape.of(2), DType.F16).dtype()).isEqualTo(DType.F16);
  }

  @Test
  void param_that_is_there_is_returned_without_drawing_a_key() {
    var scope = scope(Variables.of(Params.of("w", ONE)), NONE);

    assertThat(zeros(scope, "w", 1)).isSameAs(ONE);
    assertThat(KeyData.of(scope.makeRng("params"))).containsExactly(1428664606L, 3351135085L);
  }

  @Test
  void param_that_is_made_draws_one_key_even_for_zeros() {
    var scope = scope(Variables.empty(), ALL);
    zeros(scope, "w", 1);

    assertThat(KeyData.of(scope.makeRng("params"))).containsExactly(3456700291L, 3873160899L);
  }

  @Test
  void param_of_another_shape_than_the_initializer_yields_is_an_error() {
    var scope = scope(Variables.of(Params.of("w", ONE)), ALL);

    assertThatExceptionOfType(ParamShapeException.class)
        .isThrownBy(() -> zeros(scope, "w", 3))
        .withMessageMatching(
            "Parameter \"w\" in scope \"/\" at \\S+ was initialised with shape \\[1\\], but the"
                + " initializer now yields shape \\[3\\]. Call apply with inputs shaped as at"
                + " init, or init again.");
  }

  @Test
  void param_with_its_axes_in_another_order_is_reported_with_its_transposition() {
    var pytorch = NdArray.of(Shape.of(3, 2), 1, 2, 3, 4, 5, 6);
    var scope = scope(Variables.of(Params.of("kernel", pytorch)), NONE);

    assertThatExceptionOfType(ParamShapeException.class)
        .isThrownBy(() -> scope.param("kernel", ZEROS, Shape.of(2, 3)))
        .withMessageMatching(
            "Parameter \"kernel\" in scope \"/\" at \\S+ was initialised with shape \\[3, 2\\], but the"
                + " initializer now yields shape \\[2, 3\\]. These are the same sizes in another"
                + " order: transpose it, as in transpose\\(1, 0\\). PyTorch keeps kernels as"
                + " \\[out, in\\], where \\[in, out\\] is needed. If it is not from elsewhere, init"
                + " again.");
  }

  @Test
  void subtree_in_place_of_a_param_is_reported_with_its_names() {
    var scope = scope(Variables.of(Params.of("w", Params.of("kernel", ONE))), NONE);

    assertThatExceptionOfType(ParamShapeException.class)
        .isThrownBy(() -> zeros(scope, "w", 1))
        .withMessageMatching(
            "Parameter \"w\" in scope \"/\" at \\S+ needs an array of shape \\[1\\], but in the given"
                + " collection \"params\" it is a subtree of \\[kernel\\]. Pass the variables that init"
                + " of this model returned, or init again.");
  }

  @Test
  void leaf_in_place_of_a_submodules_variables_is_reported() {
    var given = Variables.of(Params.of("Dense_0", ONE));

    assertThatExceptionOfType(InvalidVariablesException.class)
        .isThrownBy(() -> zeros(scope(given, NONE).push("Dense_0").push("inner"), "w", 1))
        .withMessageMatching(
            "Parameter \"w\" in scope \"/Dense_0/inner\" at \\S+ needs nested values on the way to it,"
                + " but \"Dense_0\" of the given collection \"params\" is a leaf. Pass the variables"
                + " that init of this model returned, or init again.");
    assertThatExceptionOfType(InvalidVariablesException.class)
        .isThrownBy(() -> zeros(scope(given, ALL).push("Dense_0"), "w", 1))
        .withMessageMatching(
            "A submodule \"Dense_0\" at \\S+ needs nested values for its variables, but the given"
                + " \"Dense_0\" is the leaf f32\\[1\\]. Pass the variables that init of this model"
                + " returned, or give the submodule another name.");
  }

  static Stream<Arguments> uses() {
    return Stream.of(
        arguments("a submodule", use(Scope::push)),
        arguments("a variable", use((scope, name) -> zeros(scope, name, 1))),
        arguments("a variable", use((scope, name) -> scope.variable("state", name, () -> ONE))),
        arguments("a collection", use((scope, name) -> scope.variable(name, "mean", () -> ONE))),
        arguments("a variable", use((scope, name) -> scope.putVariable("state", name, ONE))),
        arguments("a variable", use((scope, name) -> scope.sow("sown", name, ONE))),
        arguments("a collection", use((scope, name) -> scope.sow(name, "h", ONE))),
        arguments("a variable", use((scope, name) -> scope.perturb("perturbations", name, ONE))));
  }

  private static BiConsumer<Scope, String> use(BiConsumer<Scope, String> use) {
    return use;
  }

  @ParameterizedTest
  @MethodSource("uses")
  void names_that_cannot_stand_in_a_path_are_refused(String what, BiConsumer<Scope, String> use) {
    for (var mutable : List.of(ALL, NONE)) {
      for (var name : List.of("", "a/b")) {
        var scope = scope(Variables.of(Params.of("w", ONE)), mutable);
        assertThatExceptionOfType(InvalidNameException.class)
            .isThrownBy(() -> use.accept(scope, name))
            .withMessageStartingWith("The name of " + what + " needs one character at least");
      }
    }
  }

  @Test
  void shape_check_asks_the_initializer_and_not_the_shape_it_was_given() {
    Initializer pretrained = (_, _, _) -> ONE;
    var scope = scope(Variables.of(Params.of("w", ONE)), NONE);

    assertThat(scope.param("w", pretrained, Shape.of(7), DType.F32)).isSameAs(ONE);
  }

  @Test
  void shape_check_ignores_dtypes() {
    var scope = scope(Variables.of(Params.of("w", NdArray.ofInts(Shape.of(1), 5))), NONE);

    assertThat(zeros(scope, "w", 1).dtype()).isEqualTo(DType.I32);
  }

  @Test
  void param_may_be_a_pytree_and_is_checked_leaf_by_leaf() {
    var made = scope(Variables.empty(), ALL);
    List<Array> pair = made.param("w", _ -> List.<Array>of(ONE, ONE));
    var again = scope(made.variables(), NONE);

    assertThat(pair).containsExactly(ONE, ONE);
    assertThat(again.<List<Array>>param("w", _ -> List.<Array>of(ONE, ONE))).isEqualTo(pair);
    again.rewind();
    assertThatExceptionOfType(ParamShapeException.class)
        .isThrownBy(() ->
            again.<List<Array>>param("w", _ -> List.<Array>of(ONE, NdArray.of(Shape.of(2), 1, 2))));
  }

  @Test
  void missing_param_of_a_collection_that_is_there_names_what_is_there() {
    var scope = scope(Variables.of(Params.of("kernel", ONE)), NONE);

    assertThatExceptionOfType(ParamNotFoundException.class)
        .isThrownBy(() -> zeros(scope, "kernl", 1))
        .withMessageMatching(
            "Parameter \"kernl\" in scope \"/\" at \\S+ is not in the given collection \"params\","
                + " which has \\[kernel\\] there. Did you mean \"kernel\"\\? Pass the variables"
                + " that init of this model returned, or init again.");
  }

  @Test
  void missing_param_without_the_collection_says_so() {
    var scope = scope(Variables.of("parms", Params.of("kernel", ONE)), NONE);

    assertThatExceptionOfType(CollectionNotFoundException.class)
        .isThrownBy(() -> zeros(scope.push("Dense_0"), "kernel", 1))
        .withMessageMatching(
            "Parameter \"kernel\" in scope \"/Dense_0\" at \\S+ needs collection \"params\", but"
                + " came \\[parms\\]. Did you mean \"parms\"\\? Pass the variables that init of"
                + " this model returned, or make \"params\" mutable.");
  }

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
  void all_mutable_collections_are_returned_and_none_is_invented() {
    var given =
        Variables.of(Params.of("w", ONE))
            .with("batch_stats", Params.of("mean", ONE))
            .with("cache", Params.of("index", ONE));

    var result =
        Scopes.apply(given, CollectionFilter.of("batch_stats", "other"), Rngs.none(), _ -> ONE);

    assertThat(result.variables().names()).containsExactly("batch_stats");
    assertThat(result.variables().collection("batch_stats").get("mean")).isSameAs(ONE);
  }

  @Test
  void variables_are_returned_in_the_order_of_creation() {
    var made =
        Scopes.init(
            Key.of(0),
            scope -> {
              zeros(scope, "kernel", 1);
              return zeros(scope, "bias", 1);
            });

    assertThat(made.params().entries().keySet()).containsExactly("kernel", "bias");
  }

  @Test
  void names_clash_between_children_and_variables_of_any_collection() {
    var scope = scope(Variables.empty(), ALL);
    scope.push("a");
    zeros(scope, "b", 1);

    assertThatExceptionOfType(NameInUseException.class).isThrownBy(() -> scope.push("a"));
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> scope.variable("cache", "a", () -> ONE));
    assertThatExceptionOfType(NameInUseException.class).isThrownBy(() -> scope.push("b"));
  }

  @Test
  void names_of_variables_clash_only_within_their_collection() {
    var scope = scope(Variables.empty(), ALL);
    zeros(scope, "mean", 1);
    scope.variable("batch_stats", "mean", () -> ONE);

    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> zeros(scope, "mean", 1))
        .withMessageMatching(
            "Parameter \"mean\" in scope \"/\" at \\S+ has a name that is taken in this scope."
                + " Each submodule and each variable of a collection needs a name of its own: name"
                + " one of them otherwise, or reuse the one that is there.");
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> scope.variable("batch_stats", "mean", () -> ONE));
  }

  @Test
  void free_name_is_the_first_that_is_not_taken() {
    var scope = scope(Variables.empty(), ALL);
    scope.push("layer_0");
    scope.push("layer_2");

    assertThat(scope.freeName("layer_")).isEqualTo("layer_1");
  }

  @Test
  void functional_child_reuses_its_variables_from_call_to_call() {
    var scope = scope(Variables.empty(), ALL);
    var child = scope.<Integer, Array>child("dense", (inner, size) -> zeros(inner, "w", size));

    assertThat(child.apply(2)).isSameAs(child.apply(2));
    assertThatExceptionOfType(ParamShapeException.class).isThrownBy(() -> child.apply(3));
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

  @Test
  void scope_refuses_to_be_used_after_its_call() {
    var escaped = new ArrayList<Scope>();
    Scopes.init(Key.of(0), scope -> escaped.add(scope.push("Dense_0")));
    var scope = escaped.getFirst();

    assertThatExceptionOfType(InvalidScopeException.class)
        .isThrownBy(() -> scope.makeRng("params"))
        .withMessageMatching(
            "Scope \"/Dense_0\" was used at \\S+ after its init or apply had returned. Return"
                + " arrays from the function, not modules or scopes; bind gives a module that"
                + " lasts.");
    assertThatExceptionOfType(InvalidScopeException.class).isThrownBy(() -> scope.push("a"));
    assertThatExceptionOfType(InvalidScopeException.class)
        .isThrownBy(() -> scope.putVariable("cache", "x", ONE));
    assertThatExceptionOfType(InvalidScopeException.class).isThrownBy(scope::rewound);
  }

  @Test
  void all_variables_in_place_of_params_are_refused() {
    var nested = Variables.of(Params.of("params", Params.of("w", ONE)));

    assertThatExceptionOfType(InvalidVariablesException.class)
        .isThrownBy(() -> Scopes.apply(nested, _ -> ONE))
        .withMessage(
            "The collection \"params\" has an entry \"params\" beside [params]. It seems that all"
                + " variables were passed as one collection: pass what init returned, or"
                + " Variables.of(params).");
  }

  @Test
  void unused_variables_are_ignored() {
    var given =
        Variables.of(Params.of("w", ONE).with("unused", ONE)).with("more", Params.of("x", ONE));

    Array w = Scopes.apply(given, scope -> zeros(scope, "w", 1));

    assertThat(w).isSameAs(ONE);
  }

  @Test
  void path_reads_from_the_root() {
    var scope = scope(Variables.empty(), NONE);
    var inner = scope.push("encoder").push("Dense_0");

    assertThat(scope.pathText()).isEqualTo("/");
    assertThat(inner.path()).containsExactly("encoder", "Dense_0");
    assertThat(inner.pathText()).isEqualTo("/encoder/Dense_0");
  }
}
