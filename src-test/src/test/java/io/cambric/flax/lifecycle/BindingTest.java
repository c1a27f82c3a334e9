package io.cambric.flax.lifecycle;

import static io.cambric.flax.lifecycle.LifecycleDefinitions.KEY;
import static io.cambric.flax.lifecycle.LifecycleDefinitions.values;
import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.module.ModuleScope.isInitializing;
import static io.cambric.module.ModuleScope.sow;
import static io.cambric.module.ModuleScope.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.InvalidScopeException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.UnboundModuleException;
import io.cambric.module.ModuleScope;
import io.cambric.nn.Dense;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Rngs;
import io.cambric.scope.Scopes;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Modules that are made, initialized, applied and bound. */
class BindingTest {

  private static final Array X = Numpy.ones(1, 3);

  // -- construction

  @Test
  void modules_of_equal_attributes_are_equal() {
    assertThat(Coder.of(2, 3)).isEqualTo(Coder.of(1, 3).withLatents(2));
    assertThat(Coder.of(2, 3)).hasSameHashCodeAs(Coder.of(1, 3).withLatents(2));
  }

  @Test
  void what_setup_makes_follows_from_the_attributes() {
    assertThat(Coder.of(2, 3).parts()).isEqualTo(Coder.of(1, 3).withLatents(2).parts());
    assertThat(Coder.of(2, 3).parts()).isNotEqualTo(Coder.of(2, 4).parts());
  }

  @Test
  void a_module_made_outside_of_a_running_one_is_unbound() {
    var runs = new ArrayList<String>();
    var module = Watched.of(runs);
    assertThat(module.isBound()).isFalse();
    assertThat(module.name()).isEmpty();
    assertThat(module.runs()).isSameAs(runs);
    assertThat(runs).isEmpty();
  }

  // -- init and apply

  @Test
  void init_is_apply_on_nothing_with_everything_but_intermediates_mutable_and_a_flag() {
    var flags = new ArrayList<Boolean>();
    var module =
        Runner.of(x -> {
          flags.add(isInitializing());
          sow("intermediates", "h", x);
          sow("others", "h", x);
          return Dense.of(2).call(X);
        });
    var initialized = module.init(KEY, m -> m.call(X));
    var applied =
        module
            .apply(
                Variables.empty(),
                mutable(CollectionFilter.allBut("intermediates")).rng("params", KEY),
                m -> m.call(X))
            .variables();

    assertThat(initialized.names()).containsExactly("others", "params");
    assertThat(applied).hasToString(initialized.toString());
    assertThat(values(applied)).isEqualTo(values(initialized));
    assertThat(flags).containsExactly(true, false);
  }

  @Test
  void init_of_a_function_of_a_scope_keeps_intermediates_too() {
    assertThat(Scopes.init(KEY, scope -> scope.sow("intermediates", "h", X)).names())
        .containsExactly("intermediates");
  }

  @Test
  void apply_runs_a_bound_clone_and_leaves_the_module_unbound() {
    var seen = new ArrayList<Perceptron>();
    var module = Perceptron.of(2, 1);
    var variables = module.init(KEY, X);
    module.apply(
        variables,
        m -> {
          seen.add(m);
          assertThat(m.isBound()).isTrue();
          assertThat(m.unbind().module()).isEqualTo(module);
          return m.call(X);
        });
    assertThat(seen.getFirst()).isNotSameAs(module);
    assertThat(module.isBound()).isFalse();
  }

  @Test
  void a_submodule_that_is_held_twice_is_cloned_once() {
    var layer = Dense.of(3);
    var pair = Pair.of(layer, layer);
    var variables = pair.init(KEY, X);
    pair.apply(
        variables,
        m -> {
          assertThat(m.a()).isSameAs(m.b()).isNotSameAs(layer);
          return X;
        });
    assertThat(variables.params().paths()).containsExactly("a/bias", "a/kernel");
  }

  /**
   * In Flax an escaped submodule still computes with its old variables; here it ends with its root.
   */
  @Test
  void what_escapes_from_an_apply_refuses_to_run() {
    var coder = Coder.of(2, 3);
    var variables = coder.init(KEY, X);
    var escaped = new ArrayList<Supplier<Array>>();
    coder.apply(
        variables,
        m -> {
          var encoder = m.parts().encoder();
          escaped.add(() -> m.call(X));
          escaped.add(() -> encoder.call(X));
          return m.call(X);
        });
    for (var call : escaped) {
      assertThatExceptionOfType(InvalidScopeException.class)
          .isThrownBy(call::get)
          .withMessageMatching(
              "Scope \"/encoder\" was used at \\S+ after its init or apply had returned\\. "
                  + "Return arrays from the function, not modules or scopes\\. For a module that "
                  + "stays valid, use bind\\.");
    }
  }

  @Test
  void a_bare_key_is_the_key_of_stream_params() {
    assertThat(values(Dense.of(2).init(KEY, X)))
        .isEqualTo(values(Dense.of(2).init(Rngs.of("params", KEY), X)));
  }

  @Test
  void an_array_of_keys_is_refused() {
    var keys = KEY.split(2);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Dense.of(2).init(keys, X))
        .withMessageStartingWith(
            "Random stream \"params\" needs one key, u32[2], but got u32[2,2]. Select one "
                + "with get(i), or map init or apply over them with vmap.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Rngs.of(KEY).stream("dropout", keys))
        .withMessageStartingWith("Random stream \"dropout\" needs one key, u32[2]");
  }

  @Test
  void a_key_of_other_words_is_refused() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> Rngs.of(new Key(NdArray.of(Shape.of(2), 1, 2))))
        .withMessageStartingWith(
            "Random stream \"params\" needs a key of u32 words, but got f32[2]. Make it with"
                + " Key.of(seed).");
    assertThat(Rngs.of(new Key(KEY.data().astype(DType.U32))).keys()).containsKey("params");
  }

  // -- bind and unbind

  @Test
  void a_bound_module_computes_what_apply_does_as_often_as_it_is_called() {
    var module = Perceptron.of(2, 1);
    var variables = module.init(KEY, X);
    var bound = module.bind(variables);
    var expected = module.apply(variables, X).toFloats();
    assertThat(bound.call(X).toFloats()).isEqualTo(expected);
    module.apply(variables, X);
    assertThat(bound.call(X).toFloats()).isEqualTo(expected);
  }

  @Test
  void writes_of_a_bound_module_show_in_its_variables() {
    var bound =
        Runner.of(
                x -> {
                  variable("state", "count", () -> 0).update(n -> n + 1);
                  return x;
                })
            .bind(Variables.empty(), mutable("state"));
    bound.call("");
    bound.call("");
    assertThat(bound.variables().collection("state").find("count")).contains(2);
  }

  @Test
  void unbind_undoes_bind() {
    var module = Coder.of(2, 3);
    var variables = module.init(KEY, X);
    var unbound = module.bind(variables).unbind();
    assertThat(unbound.module()).isEqualTo(module);
    assertThat(unbound.module().isBound()).isFalse();
    assertThat(unbound.variables()).isEqualTo(variables);
  }

  @Test
  void unbind_of_a_submodule_gives_the_variables_below_it_and_drops_its_name() {
    var module = Coder.of(2, 3);
    var variables = module.init(KEY, X);
    var bound = module.bind(variables).parts().decoder();
    assertThat(bound.name()).contains("decoder");
    var unbound = bound.unbind();
    assertThat(unbound.module()).isEqualTo(Dense.of(3));
    assertThat(unbound.module().name()).isEmpty();
    assertThat(unbound.variables().params()).isEqualTo(variables.params().at("decoder"));
  }

  // -- without a scope

  @Test
  void a_compact_method_of_an_unbound_module_is_refused() {
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> Perceptron.of(2, 1).call(X))
        .withMessageMatching(
            "Perceptron\\.call at \\S+ is compact and needs a bound module, but this Perceptron is"
                + " unbound\\. Call it inside init or apply, as in model\\.apply\\(variables, m ->"
                + " m\\.call\\(\\.\\.\\.\\)\\), or bind the model\\.");
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> Runner.of(x -> x).scoped(X))
        .withMessageStartingWith("Runner.scoped at ");
  }

  /** Flax refuses a call of {@code setup}; here the generated class has no such method. */
  @Test
  void setup_cannot_be_called_by_hand() {
    assertThat(Arrays.stream(Weighted.class.getDeclaredMethods()).map(m -> m.getName()))
        .contains("call", "parts")
        .doesNotContain("setup");
    assertThat(Weighted.class.getSuperclass().getMethods())
        .noneMatch(method -> method.getName().equals("setup"));
  }

  @Test
  void a_plain_method_that_touches_no_scope_works_unbound() {
    assertThat(Coder.of(2, 3).width()).isEqualTo(5);
  }

  /** Flax has no attributes of setup on an unbound module; here they are templates. */
  @Test
  void the_parts_of_an_unbound_module_are_templates() {
    var parts = Coder.of(2, 3).parts();
    assertThat(parts.encoder()).isEqualTo(Dense.of(2));
    assertThat(parts.encoder().isBound()).isFalse();
  }

  @Test
  void parts_with_variables_are_only_there_inside_of_init_and_apply() {
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> Weighted.of(2).parts())
        .withMessageMatching(
            "Parameter \"scale\" at \\S+ needs a bound module, but Weighted runs unbound\\. "
                + "Call it inside init or apply\\. An unbound module has parts only if its setup "
                + "declares no variables\\.");
  }

  @Test
  void a_method_that_needs_parts_says_that_setup_has_not_run() {
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> Coder.of(2, 3).encode(X))
        .withMessageMatching(
            "A method of Coder at \\S+ needs the parts of its setup, but this Coder is "
                + "unbound, so setup has not run\\. Call it inside init or apply, or bind the "
                + "model\\.");
  }

  @Test
  void what_needs_a_scope_is_refused_unbound() {
    var uses = new LinkedHashMap<String, Supplier<?>>();
    uses.put("variables", ModuleScope::variables);
    uses.put("getVariable", () -> ModuleScope.getVariable("params", "w"));
    uses.put("hasVariable", () -> ModuleScope.hasVariable("params", "w"));
    uses.put("isMutableCollection", () -> ModuleScope.isMutableCollection("params"));
    uses.put("makeRng", ModuleScope::makeRng);
    uses.put("hasRng", () -> ModuleScope.hasRng("params"));
    uses.put("isInitializing", ModuleScope::isInitializing);
    uses.put("path", ModuleScope::path);
    uses.put("sow", () -> sow("intermediates", "h", X));
    uses.put("perturb", () -> ModuleScope.perturb("h", X));
    uses.put(
        "putVariable",
        () -> {
          ModuleScope.putVariable("params", "w", X);
          return X;
        });
    uses.put("Parameter \"w\"", () -> ModuleScope.param("w", Initializers.ones(), Shape.of(1)));
    uses.put("Variable \"w\"", () -> variable("state", "w", () -> X));
    uses.forEach((what, use) ->
        assertThatExceptionOfType(UnboundModuleException.class)
            .isThrownBy(() -> Runner.of(_ -> use.get()).plain(""))
            .withMessageMatching(
                what
                    + " at \\S+ needs a bound module, but Runner runs unbound\\. Call it inside init "
                    + "or apply\\. An unbound module has parts only if its setup declares no "
                    + "variables\\."));
  }

  @Test
  void an_unbound_module_has_neither_path_nor_variables() {
    for (var use : List.<Runnable>of(Dense.of(1)::path, Dense.of(1)::variables)) {
      assertThatExceptionOfType(UnboundModuleException.class)
          .isThrownBy(use::run)
          .withMessageMatching(
              "(path|variables) at \\S+ needs a bound module, but this Dense is unbound\\. "
                  + "Call it inside init or apply, or on the result of bind\\.");
    }
  }
}
