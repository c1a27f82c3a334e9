package io.cambric.module;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.module.ModuleScope.param;
import static io.cambric.module.ModuleScope.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.InvalidScopeException;
import io.cambric.errors.UnboundModuleException;
import io.cambric.numpy.Key;
import io.cambric.sample.AutoEncoder;
import io.cambric.sample.Body;
import io.cambric.sample.Dense;
import io.cambric.sample.Inits;
import io.cambric.sample.Mlp;
import io.cambric.sample.Two;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Construction, init, apply, bind and unbind. */
class LifecycleTest {

  private static final Array X = NdArray.of(Shape.of(1, 3), 1, 1, 1);

  @Test
  void init_and_apply_of_an_mlp_give_the_numbers_of_flax() {
    var mlp = Mlp.of(2, 1);
    var variables = mlp.init(Key.of(0), m -> m.call(X));

    // The output layer is constructed first, so it is Dense_0.
    assertThat(variables.params().paths())
        .containsExactly("Dense_0/bias", "Dense_0/kernel", "Dense_1/bias", "Dense_1/kernel");
    var swapped =
        Body.of(x -> {
          var hidden = Dense.of(2).call((Array) x);
          return Dense.of(1).call(hidden);
        });
    var made = swapped.initWithOutput(Key.of(0), m -> (Array) m.call(X));
    assertThat(made.variables().params().get("Dense_0", "kernel").toFloats())
        .containsExactly(
            new float[] {-.95366687f, .43564045f, -.79544437f, -.49191567f, .5308103f, .7410994f},
            within(1e-6f));
    assertThat(made.variables().params().get("Dense_1", "kernel").toFloats())
        .containsExactly(new float[] {.00235286f, .22645219f}, within(1e-6f));
    assertThat(made.output().item()).isCloseTo(.15221345, within(1e-6));
  }

  @Test
  void kernel_of_a_top_level_dense_is_that_of_flax() {
    var params = Dense.of(4).init(Key.of(0), X).params();

    assertThat(params.get("kernel").toFloats())
        .containsExactly(
            new float[] {
              .04769871f,
              -.9522832f,
              -.98568863f,
              .44283277f,
              .7022229f,
              .53018653f,
              .10542504f,
              .53427064f,
              .5307086f,
              -.14438623f,
              .70853192f,
              .39995816f
            },
            within(1e-6f));
    assertThat(params.get("bias").toFloats()).containsOnly(0f);
  }

  @Test
  void module_constructed_outside_is_unbound_and_its_attributes_are_readable() {
    var dense = Dense.of(4);

    assertThat(dense.isBound()).isFalse();
    assertThat(dense.features()).isEqualTo(4);
    assertThat(dense.name()).isEmpty();
  }

  @Test
  void init_is_apply_on_nothing_with_a_flag() {
    var flags = new ArrayList<Boolean>();
    var model =
        Body.of(x -> {
          flags.add(ModuleScope.isInitializing());
          return Dense.of(2).call((Array) x);
        });

    var made = model.init(Key.of(0), m -> m.call(X));
    var applied =
        model.apply(
            Variables.empty(),
            mutable(io.cambric.scope.CollectionFilter.all()).rng("params", Key.of(0)),
            m -> m.call(X));

    assertThat(applied.variables().params().get("Dense_0", "kernel").toFloats())
        .isEqualTo(made.params().get("Dense_0", "kernel").toFloats());
    assertThat(flags).containsExactly(true, false);
  }

  @Test
  void init_drops_intermediates_by_default() {
    var model = Body.of(x -> ModuleScope.sow("intermediates", "h", x));

    assertThat(model.init(Key.of(0), m -> m.call(X)).names()).isEmpty();
    assertThat(model.init(Key.of(0), mutable("intermediates"), m -> m.call(X)).names())
        .containsExactly("intermediates");
  }

  @Test
  void apply_leaves_the_module_and_the_variables_alone() {
    var dense = Dense.of(4);
    var variables = dense.init(Key.of(0), X);
    var before = variables.params().get("kernel");
    dense.apply(variables, mutable("params"), X);

    assertThat(dense.isBound()).isFalse();
    assertThat(variables.params().get("kernel")).isSameAs(before);
  }

  @Test
  void module_that_escapes_its_apply_refuses_to_run() {
    var escaped = new ArrayList<Dense>();
    var variables = Dense.of(4).init(Key.of(0), X);
    Dense.of(4)
        .apply(
            variables,
            m -> {
              escaped.add(m);
              return m.call(X);
            });

    assertThatExceptionOfType(InvalidScopeException.class)
        .isThrownBy(() -> escaped.getFirst().call(X));
  }

  @Test
  void bound_module_computes_what_apply_does() {
    var mlp = Mlp.of(2, 1);
    var variables = mlp.init(Key.of(0), m -> m.call(X));
    Array applied = mlp.apply(variables, m -> m.call(X));

    var bound = mlp.bind(variables);

    assertThat(bound.isBound()).isTrue();
    assertThat(bound.call(X).toFloats()).isEqualTo(applied.toFloats());
    assertThat(bound.call(X).toFloats()).isEqualTo(applied.toFloats());
    assertThat(bound.path()).isEmpty();
  }

  @Test
  void bound_module_shows_its_writes() {
    var counter =
        Body.of(_ -> {
          var count = variable("state", "count", () -> 0);
          count.update(n -> n + 1);
          return count.get();
        });
    var bound = counter.bind(Variables.empty(), mutable("state"));

    assertThat(bound.call(X)).isEqualTo(1);
    assertThat(bound.call(X)).isEqualTo(2);
    assertThat(bound.variables().collection("state").find("count")).contains(2);
  }

  @Test
  void bound_module_gives_its_submodules_bound() {
    var two = Two.of(Dense.of(2), Dense.of(1));
    var variables = two.init(Key.of(0), m -> m.call(X));
    var bound = two.bind(variables);

    var first = (Dense) bound.a();

    assertThat(first.path()).containsExactly("a");
    assertThat(first.variables().params().paths()).containsExactly("bias", "kernel");
    assertThat(bound.b().call(first.call(X)).toFloats()).isEqualTo(bound.call(X).toFloats());
  }

  @Test
  void unbind_returns_an_equal_module_and_the_variables() {
    var mlp = Mlp.of(2, 1);
    var variables = mlp.init(Key.of(0), m -> m.call(X));

    var unbound = mlp.bind(variables).unbind();

    assertThat(unbound.module()).isEqualTo(mlp);
    assertThat(unbound.module().isBound()).isFalse();
    assertThat(unbound.variables()).isEqualTo(variables);
  }

  @Test
  void bound_modules_are_equal_only_if_bound_at_the_same_time_to_the_same_variables() {
    var two = Two.of(Dense.of(2), Dense.of(1));
    var variables = two.init(Key.of(0), m -> m.call(X));
    var bound = two.bind(variables);

    assertThat(bound).isEqualTo(bound).isNotEqualTo(two).isNotEqualTo(two.bind(variables));
    assertThat(bound.a()).isEqualTo(bound.a()).isNotEqualTo(two.a());
  }

  @Test
  void jitted_function_takes_each_bound_module_with_its_own_variables() {
    var dense = Dense.of(1);
    var one = dense.bind(dense.init(Key.of(1), m -> m.call(X)));
    var other = dense.bind(dense.init(Key.of(2), m -> m.call(X)));
    var call = Transforms.jit((Dense m, Array x) -> m.call(x));

    assertThat(call.apply(one, X).toFloats()).isEqualTo(one.call(X).toFloats());
    assertThat(call.apply(other, X).toFloats()).isEqualTo(other.call(X).toFloats());
  }

  @Test
  void unbind_of_a_submodule_drops_its_name_and_takes_its_variables() {
    var model = AutoEncoder.of(2, 3);
    var variables = model.init(Key.of(0), m -> m.call(X));
    var decoder = model.bind(variables).parts().decoder().unbind();

    assertThat(decoder.module()).isEqualTo(Dense.of(3));
    assertThat(decoder.variables().params()).isEqualTo(variables.params().at("decoder"));
  }

  @Test
  void compact_method_of_an_unbound_module_is_an_error() {
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> Dense.of(4).call(X))
        .withMessageMatching(
            "Dense.call at \\S+ is compact and needs a bound module, but this Dense is unbound."
                + " Call it inside init or apply, as in model.apply\\(variables, m ->"
                + " m.call\\(...\\)\\), or bind the model.");
  }

  @Test
  void plain_method_that_touches_no_variables_works_unbound() {
    assertThat(Body.of(x -> x + "!").plain("hi")).isEqualTo("hi!");
  }

  @Test
  void module_made_in_a_plain_method_of_an_unbound_module_is_a_template() {
    var made = (Dense) Body.of(_ -> Dense.of(3)).plain("");

    assertThat(made.isBound()).isFalse();
  }

  @Test
  void method_that_needs_setup_is_an_error_unbound() {
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> AutoEncoder.of(2, 3).encode(X))
        .withMessageMatching(
            "A method of AutoEncoder at \\S+ needs the parts of its setup, but this "
                + "AutoEncoder is unbound, so setup has not run\\. Call it inside init or apply, "
                + "or bind the model\\.");
  }

  @Test
  void parts_of_an_unbound_module_are_templates_that_apply_on_their_own() {
    var model = AutoEncoder.of(2, 3);
    var variables = model.init(Key.of(0), m -> m.call(X));
    Array latent = model.apply(variables, m -> m.encode(X));

    var decoder = model.parts().decoder();
    var out = decoder.apply(Variables.of(variables.params().at("decoder")), latent);

    assertThat(decoder.isBound()).isFalse();
    assertThat(out.toFloats()).isEqualTo(model.<Array>apply(variables, m -> m.call(X)).toFloats());
  }

  @Test
  void what_needs_a_scope_is_an_error_on_an_unbound_module() {
    for (var use :
        List.<Runnable>of(Dense.of(1)::variables, Dense.of(1)::path, Dense.of(1)::unbind)) {
      assertThatExceptionOfType(UnboundModuleException.class)
          .isThrownBy(use::run)
          .withMessageMatching(
              "(variables|path|unbind) at .* needs a bound module, but this Dense is unbound. "
                  + "Call it inside init or apply, or on the result of bind.");
    }
  }

  @Test
  void functions_of_the_scope_are_errors_where_no_module_runs() {
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> param("w", Inits.ZEROS, Shape.of(1)))
        .withMessageMatching(
            "Parameter \"w\" at .* needs a running module, but no module method is running. Call it"
                + " in a method of a @Module definition.");
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> Body.of(_ -> ModuleScope.makeRng("dropout")).plain(""))
        .withMessageMatching(
            "makeRng at .* needs a bound module, but Body runs unbound. Call it inside init "
                + "or apply. An unbound module has parts only if its setup declares no "
                + "variables.");
  }

  @Test
  void equality_is_of_type_definition_and_name() {
    assertThat(Dense.of(2)).isEqualTo(Dense.of(2)).hasSameHashCodeAs(Dense.of(2));
    assertThat(Dense.of(2)).isNotEqualTo(Dense.of(3)).isNotEqualTo(Mlp.of(2, 2));
    assertThat(Dense.of(2).named("a")).isNotEqualTo(Dense.of(2));
    assertThat(Dense.of(2).named("a")).isEqualTo(Dense.of(2).named("a"));
  }

  @Test
  void init_with_output_returns_both() {
    var made = Dense.of(4).initWithOutput(Key.of(0), m -> m.call(X));

    assertThat(made.output().shape()).isEqualTo(Shape.of(1, 4));
    assertThat(made.variables().names()).containsExactly("params");
  }

  @Test
  void any_method_is_reached_through_the_bound_module() {
    var model = AutoEncoder.of(2, 3);

    var variables = model.init(Key.of(0), m -> m.encode(X));

    assertThat(variables.params().entries().keySet()).containsExactly("encoder");
    assertThat(model.<Array>apply(variables, m -> m.encode(X)).shape()).isEqualTo(Shape.of(1, 2));
  }

  @Test
  void self_is_the_running_bound_module() {
    var seen = new ArrayList<Body>();
    var model =
        Body.of(x -> {
          seen.add(Body.self());
          return x;
        });
    model.init(Key.of(0), m -> m.call(X));

    assertThat(seen.getFirst()).hasToString(model.toString()).isNotEqualTo(model);
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(Body::self)
        .withMessageMatching(
            "Body.self\\(\\) at .* needs a running Body, but none is running. Call it in a method"
                + " of Body.");
  }

  @Test
  void apply_inside_a_running_module_stands_apart_from_it() {
    var inner = Dense.of(2);
    var innerVariables = inner.init(Key.of(1), X);
    var model =
        Body.of(x -> {
          var y = inner.apply(innerVariables, (Array) x);
          return Dense.of(1).call(y);
        });

    assertThat(model.init(Key.of(0), m -> m.call(X)).params().entries().keySet())
        .containsExactly("Dense_0");
  }
}
