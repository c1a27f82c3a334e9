package io.cambric.flax.lifecycle;

import static io.cambric.flax.lifecycle.LifecycleDefinitions.KEY;
import static io.cambric.module.ApplyOptions.captureIntermediates;
import static io.cambric.module.ApplyOptions.intercept;
import static io.cambric.module.ModuleScope.shareScope;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.UnboundModuleException;
import io.cambric.module.Interceptor;
import io.cambric.nn.Dense;
import io.cambric.numpy.Numpy;
import io.cambric.processor.CambricProcessor;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Hooks, shared scopes, copies and fields. */
class SharingTest {

  private static final Array X = Numpy.ones(1, 3);

  private static Interceptor noting(List<String> seen) {
    return call -> {
      seen.add(call.module().path() + " " + call.method());
      return call.proceed();
    };
  }

  // -- intermediates and interceptors

  @Test
  void intermediates_are_stored_by_the_name_of_the_method() {
    var coder = Coder.of(2, 3);
    var variables = coder.init(KEY, X);
    var all =
        coder
            .apply(variables, captureIntermediates((_, _) -> true), m -> m.encode(X))
            .variables()
            .collection("intermediates");
    assertThat(all.paths()).containsExactly("encode/0", "encoder/__call__/0");
  }

  @Test
  void the_output_of_the_root_stands_at_the_top_as___call__() {
    var coder = Coder.of(2, 3);
    var variables = coder.init(KEY, X);
    var applied = coder.apply(variables, captureIntermediates(), m -> m.call(X));
    var captured = applied.variables().collection("intermediates");
    assertThat(captured.paths())
        .containsExactly("__call__/0", "decoder/__call__/0", "encoder/__call__/0");
    assertThat((List<?>) captured.find("__call__").orElseThrow())
        .isEqualTo(List.of(applied.output()));
  }

  @Test
  void what_interceptors_return_is_stored() {
    var dense = Dense.of(2);
    var variables = dense.init(KEY, X);
    var options = captureIntermediates().intercept(_ -> X);
    var captured = dense.apply(variables, options, m -> m.call(X)).variables();
    assertThat(captured.collection("intermediates").find("__call__")).contains(List.of(X));
  }

  @Test
  void interceptors_see_setup_and_the_calls_of_modules_further_in() {
    var seen = new ArrayList<String>();
    var coder = Coder.of(2, 3);
    var variables = coder.init(KEY, X);
    coder.apply(variables, intercept(noting(seen)), m -> m.call(X));
    assertThat(seen).containsExactly("[] setup", "[] call", "[encoder] call", "[decoder] call");
  }

  /** Flax sees each call of an overridden method; a direct call is plain Java, one by self not. */
  @Test
  void a_direct_call_is_not_seen_and_one_through_self_is() {
    var seen = new ArrayList<String>();
    var output = Overriding.of().apply(Variables.empty(), intercept(noting(seen)), m -> m.call(X));
    assertThat(seen).containsExactly("[] call", "[] add");
    assertThat(output.output().toFloats()).containsExactly(3, 3, 3);
  }

  @Test
  void an_interceptor_that_does_not_proceed_skips_the_method() {
    var perceptron = Perceptron.of(2, 3);
    var seen = new ArrayList<String>();
    var options =
        intercept(noting(seen))
            .intercept(call -> call.module() instanceof Dense ? X : call.proceed());
    var output = perceptron.apply(Variables.empty(), options, m -> m.call(X)).output();
    assertThat(output).isSameAs(X);
    assertThat(seen).containsExactly("[] call", "[Dense_1] call", "[Dense_0] call");
  }

  // -- shared scopes

  private static List<String> names(Variables variables, String... path) {
    return List.copyOf(variables.params().at(path).entries().keySet());
  }

  @Test
  void a_shared_scope_holds_the_variables_of_both_modules() {
    assertThat(names(Adapter.of(Dense.of(4), 2).init(KEY, X)))
        .containsExactlyInAnyOrder("A", "B", "kernel", "bias");
  }

  @Test
  void a_submodule_moves_into_the_scope_of_its_parent() {
    assertThat(names(OwnAdapter.of(4, 2).init(KEY, X)))
        .containsExactlyInAnyOrder("A", "B", "kernel", "bias");
  }

  @Test
  void a_module_from_a_compact_method_keeps_its_path_and_takes_the_other_in() {
    var variables = LifecycleDefinitions.init(_ -> Adapter.of(Dense.of(4), 2).call(X));
    assertThat(names(variables)).containsExactly("Dense_0");
    assertThat(names(variables, "Dense_0")).containsExactlyInAnyOrder("A", "B", "kernel", "bias");
  }

  @Test
  void in_a_part_of_setup_the_scope_is_that_of_the_part() {
    var variables = AdaptedPart.of().init(KEY, X);
    assertThat(names(variables)).containsExactly("layer");
    assertThat(names(variables, "layer")).containsExactlyInAnyOrder("A", "B", "kernel", "bias");
  }

  @Test
  void an_unbound_module_cannot_share() {
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() ->
            Runner.of(
                    _ -> {
                      shareScope(Dense.of(1).detached());
                      return X;
                    })
                .init(KEY, m -> m.call("")))
        .withMessageMatching(
            "shareScope at \\S+ needs a bound module, but this Dense is unbound\\. Call it "
                + "inside init or apply, or on the result of bind\\.");
  }

  // -- copies

  @Test
  void copies_of_a_template_are_submodules_of_their_own_and_the_template_makes_nothing() {
    assertThat(names(Stacked.of(Dense.of(3)).init(KEY, X)))
        .containsExactly("Dense_0", "given", "Dense_1");
  }

  @Test
  void a_copy_takes_the_modules_in_the_template_anew() {
    var shared = Dense.of(3);
    assertThat(TemplateAndCopy.of(Pair.of(shared, shared)).init(KEY, X).params().paths())
        .containsExactly(
            "Pair_0/a/bias", "Pair_0/a/kernel", "template/a/bias", "template/a/kernel");
  }

  // -- fields

  /** Flax takes inherited fields first; records inherit none. Surplus arguments do not compile. */
  @Test
  void components_become_parameters_in_the_order_of_declaration() throws Exception {
    var factory = Ordered.class.getMethod("of", int.class, String.class, double.class);
    assertThat(Arrays.stream(factory.getParameters()).map(p -> p.getName()))
        .containsExactly("zero", "one", "alpha");
    var ordered = Ordered.of(1, "a", 2);
    assertThat(ordered.zero()).isEqualTo(1);
    assertThat(ordered.one()).isEqualTo("a");
    assertThat(ordered.alpha()).isEqualTo(2);
  }

  @Test
  void name_and_parent_are_no_parameters() {
    assertThat(Ordered.of(1).named("a").name()).contains("a");
    assertThat(Ordered.of(1).named("a").detached().isBound()).isFalse();
  }

  /** Flax refuses fields called name and parent; only the first is a method of modules here. */
  @Test
  void a_component_may_not_be_called_name() {
    assertThat(
            errors(
                """
                @io.cambric.annotations.Module
                record NamelessDef(String name, int parent) {}
                """))
        .containsExactly(
            "[MemberCollision] Component name would generate name(), which every module has."
                + " Rename it.");
  }

  private static List<String> errors(String definition) {
    return Compiler.javac()
        .withProcessors(new CambricProcessor())
        .compile(JavaFileObjects.forSourceString("NamelessDef", definition))
        .errors()
        .stream()
        .map(error -> error.getMessage(Locale.ROOT).lines().findFirst().orElse(""))
        .toList();
  }

  /** Flax has fields without initializer for this; here it is the record of setup. */
  @Test
  void what_setup_computes_takes_no_part_in_copies_equality_and_text() {
    var bound = Computed.of(2).bind(Computed.of(2).init(KEY, X));
    assertThat(bound.parts().twice()).isEqualTo(4);
    assertThat(bound.parts().layer().call(X).shape()).isEqualTo(Shape.of(1, 4));
    assertThat(bound.unbind().module()).isEqualTo(Computed.of(2)).hasSameHashCodeAs(Computed.of(2));
    assertThat(bound.withFeatures(3).parts().twice()).isEqualTo(6);
    assertThat(Computed.of(2)).hasToString("Computed(\n    # attributes\n    features = 2\n)");
  }
}
