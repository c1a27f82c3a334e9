package io.cambric.module;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.module.ApplyOptions.rng;
import static io.cambric.module.ModuleScope.getVariable;
import static io.cambric.module.ModuleScope.hasRng;
import static io.cambric.module.ModuleScope.hasVariable;
import static io.cambric.module.ModuleScope.isMutableCollection;
import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.perturb;
import static io.cambric.module.ModuleScope.putVariable;
import static io.cambric.module.ModuleScope.sow;
import static io.cambric.module.ModuleScope.variable;
import static io.cambric.module.Shapes.X;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.CollectionNotFoundException;
import io.cambric.errors.ImmutableCollectionException;
import io.cambric.errors.MissingRngException;
import io.cambric.errors.ParamShapeException;
import io.cambric.numpy.Key;
import io.cambric.sample.Body;
import io.cambric.sample.Dense;
import io.cambric.sample.Mlp;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Params;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Variables and random streams in the methods of definitions. */
class VariablesInModulesTest {

  private static final Array ONE = NdArray.of(Shape.of(1), 1);
  private static final Variables STATE = Variables.of("state", Params.of("count", 1));

  private static final Body COUNTER =
      Body.of(_ -> {
        var count = variable("state", "count", () -> 0);
        if (!ModuleScope.isInitializing()) {
          count.update(n -> n + 1);
        }
        return count.get();
      });

  @Test
  void mutable_collections_come_back_from_apply() {
    var result = COUNTER.apply(STATE, mutable("state"), m -> m.call(X));

    assertThat(result.output()).isEqualTo(2);
    assertThat(result.variables().collection("state").find("count")).contains(2);
    assertThat(STATE.collection("state").find("count")).contains(1);
  }

  @Test
  void immutable_collection_names_the_module_and_the_mend() {
    assertThatExceptionOfType(ImmutableCollectionException.class)
        .isThrownBy(() -> COUNTER.apply(STATE, m -> m.call(X)))
        .withMessageMatching(
            "Variable \"count\" in scope \"/\" at \\S+ cannot be written, because collection"
                + " \"state\" is immutable in this call. Add it to the mutable ones, as in"
                + " apply\\(variables, mutable\\(\"state\"\\), ...\\).");
  }

  @Test
  void initializing_is_not_the_same_as_mutable() {
    assertThat(COUNTER.init(Key.of(0), m -> m.call(X)).collection("state").find("count"))
        .contains(0);
    assertThat(
            COUNTER
                .apply(Variables.empty(), mutable(CollectionFilter.all()), m -> m.call(X))
                .output())
        .isEqualTo(1);
  }

  @Test
  void shape_of_a_param_is_checked_against_the_input() {
    var mlp = Mlp.of(2, 1);
    var variables = mlp.init(Key.of(0), m -> m.call(X));

    assertThatExceptionOfType(ParamShapeException.class)
        .isThrownBy(
            () -> mlp.apply(variables, m -> m.call(NdArray.of(Shape.of(1, 5), 1, 2, 3, 4, 5))))
        .withMessageMatching(
            "Parameter \"kernel\" in scope \"/Dense_1\" at DenseDef.call\\(DenseDef.java:\\d+\\)"
                + " was initialised with shape \\[3, 2\\], but the initializer now yields shape"
                + " \\[5, 2\\]. Call apply with inputs shaped as at init, or init again.")
        .satisfies(e ->
            assertThat(e.getSuppressed())
                .extracting(Throwable::toString)
                .containsExactly("in module \"/Dense_1\" (Dense.call)"));
  }

  @Test
  void apply_without_params_says_what_is_needed() {
    assertThatExceptionOfType(CollectionNotFoundException.class)
        .isThrownBy(() -> Dense.of(1).apply(Variables.empty(), X))
        .withMessageMatching(
            "Parameter \"kernel\" in scope \"/\" at DenseDef.call\\(DenseDef.java:\\d+\\) "
                + "needs collection \"params\", but got \\[\\]\\. Pass the variables that init "
                + "of this model returned, or make \"params\" mutable\\.");
  }

  @Test
  void variables_may_be_read_and_put_without_declaring_them_in_any_method() {
    var model =
        Body.of(x -> {
          assertThat(hasVariable("cache", "x")).isFalse();
          putVariable("cache", "x", x);
          assertThat(isMutableCollection("cache")).isTrue();
          assertThat(isMutableCollection("other")).isFalse();
          return getVariable("cache", "x").orElseThrow();
        });

    var result = model.apply(Variables.empty(), mutable("cache"), m -> m.plain(X));

    assertThat(result.output()).isSameAs(X);
    assertThat(result.variables().collection("cache").get("x")).isSameAs(X);
  }

  @Test
  void variables_of_the_running_module_are_those_below_its_path() {
    var model =
        Body.of(x -> {
          Dense.of(2).call((Array) x);
          return ModuleScope.variables().params().entries().keySet().toString();
        });

    assertThat(model.initWithOutput(Key.of(0), m -> m.call(X)).output()).isEqualTo("[Dense_0]");
  }

  @Test
  void sow_collects_in_the_order_of_calls_and_only_where_mutable() {
    var model =
        Body.of(_ -> {
          sow("intermediates", "h", 1);
          return sow("intermediates", "h", 2);
        });

    var stored = model.apply(Variables.empty(), mutable("intermediates"), m -> m.plain(X));

    assertThat(stored.output()).isEqualTo(true);
    assertThat(stored.variables().collection("intermediates").find("h")).contains(List.of(1, 2));
    assertThat(model.<Object>apply(Variables.empty(), m -> m.plain(X))).isEqualTo(false);
  }

  @Test
  void sow_again_accumulates_onto_what_init_left() {
    var model = Body.of(_ -> sow("losses", "l2", 1, () -> 0, Integer::sum));
    var variables = model.init(Key.of(0), m -> m.call(X));

    assertThat(
            model
                .apply(variables, mutable("losses"), m -> m.call(X))
                .variables()
                .collection("losses")
                .find("l2"))
        .contains(2);
  }

  @Test
  void default_init_returns_perturbations() {
    var model = Body.of(x -> perturb("h", (Array) x));
    var variables = model.init(Key.of(0), m -> m.call(X));

    assertThat(variables.collection("perturbations").get("h").toFloats()).containsOnly(0f);
    assertThat(((Array) model.<Object>apply(variables, m -> m.call(X))).toFloats())
        .containsOnly(1f);
    assertThat(model.<Object>apply(Variables.empty(), m -> m.call(X))).isSameAs(X);
  }

  @Test
  void streams_given_as_options_reach_the_modules() {
    var model =
        Body.of(x -> Map.of("a", hasRng("a"), "params", hasRng("params"), "drawn", makeRng("a")));

    var result =
        (Map<?, ?>) model.apply(Variables.empty(), rng("a", Key.of(0)), m -> m.call(X)).output();

    assertThat(result.get("a")).isEqualTo(true);
    assertThat(result.get("params")).isEqualTo(false);
    assertThatExceptionOfType(MissingRngException.class)
        .isThrownBy(() -> model.apply(Variables.empty(), m -> m.call(X)));
  }

  @Test
  void extra_streams_of_init_options_are_added() {
    var model = Body.of(_ -> hasRng("params") && hasRng("dropout"));

    assertThat(
            model
                .initWithOutput(Rngs.of(Key.of(0)), rng("dropout", Key.of(1)), m -> m.call(X))
                .output())
        .isEqualTo(true);
  }

  @Test
  void unused_variables_are_ignored() {
    var dense = Dense.of(2);
    var variables = dense.init(Key.of(0), X).with("more", Params.of("x", ONE));
    var extra = variables.withParams(variables.params().with("unused", ONE));

    assertThat(dense.apply(extra, X).toFloats()).isEqualTo(dense.apply(variables, X).toFloats());
  }
}
