package io.cambric.flax.lifecycle;

import static io.cambric.flax.lifecycle.LifecycleDefinitions.KEY;
import static io.cambric.flax.lifecycle.LifecycleDefinitions.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.UnboundModuleException;
import io.cambric.module.Layer;
import io.cambric.nn.Dense;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Setup and the parts that it returns. */
class SetupMethodsTest {

  private static final Array X = Numpy.ones(1, 3);
  private static final Array Y = Numpy.ones(1, 2);

  @Test
  void setup_runs_before_the_first_method_and_once() {
    var runs = new ArrayList<String>();
    var module = Watched.of(runs);
    var variables = module.init(KEY, X);
    runs.clear();
    var bound = module.bind(variables);
    assertThat(runs).isEmpty();
    bound.other(X);
    bound.call(X);
    assertThat(runs).containsExactly("setup", "other", "call");
  }

  @Test
  void setup_runs_when_parts_are_asked_for() {
    var runs = new ArrayList<String>();
    var bound = Watched.of(runs).bind(Watched.of(new ArrayList<>()).init(KEY, X));
    assertThat(bound.parts().layer().path()).containsExactly("layer");
    assertThat(bound.parts()).isEqualTo(bound.parts());
    assertThat(runs).containsExactly("setup");
  }

  @Test
  void each_bound_instance_runs_setup_for_itself() {
    var runs = new ArrayList<String>();
    var module = Watched.of(runs);
    var variables = module.init(KEY, X);
    module.apply(variables, X);
    module.apply(variables, X);
    assertThat(runs).containsExactly("setup", "call", "setup", "call", "setup", "call");
  }

  /** Flax never runs it unbound; here templates are made of it when they are asked for. */
  @Test
  void on_an_unbound_module_setup_runs_only_for_its_parts() {
    var runs = new ArrayList<String>();
    var module = Watched.of(runs);
    assertThat(module.isBound()).isFalse();
    assertThat(module)
        .isEqualTo(module)
        .hasToString("Watched(\n    # attributes\n    runs = []\n)");
    assertThat(runs).isEmpty();
    assertThat(module.parts().layer()).isEqualTo(Dense.of(3));
    assertThat(runs).containsExactly("setup");
  }

  @Test
  void modules_in_components_have_their_names_before_setup_runs() {
    var paths = Early.of(Dense.of(1), Dense.of(1)).initWithOutput(KEY, m -> m.call()).output();
    assertThat(paths).containsExactly(List.of("one"), List.of("two"));
  }

  @Test
  void modules_in_components_are_registered_in_the_order_of_components() {
    var layer = Dense.of(1);
    var paths = Early.of(layer, layer).initWithOutput(KEY, m -> m.call()).output();
    assertThat(paths).containsExactly(List.of("one"), List.of("one"));
  }

  /** Flax refuses assignments; records have none, and a changed attribute makes another module. */
  @Test
  void attributes_do_not_change_inside_of_a_run() {
    var module = Perceptron.of(2, 1);
    var variables = module.init(KEY, X);
    var changed =
        module.apply(
            variables,
            m -> {
              var other = m.withOut(5);
              assertThat(m.out()).isEqualTo(1);
              return other;
            });
    assertThat(changed).isEqualTo(Perceptron.of(2, 5));
    assertThat(changed.isBound()).isFalse();
  }

  @Test
  void a_module_of_setup_has_no_name_to_run_by_before_the_record_is_returned() {
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> HiddenPart.of(true).init(KEY, X))
        .withMessageMatching(
            "Dense was constructed in setup of HiddenPart in scope \"/\" at \\S+, but is not in the"
                + " record that setup returns, so it has no name and no variables\\. Make it a"
                + " component of that record, or give it a name with named\\(\\.\\.\\.\\)\\.");
  }

  @Test
  void a_module_that_a_closure_hides_from_the_record_stays_without_variables() {
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> HiddenPart.of(false).init(KEY, X))
        .withMessageStartingWith("Dense was constructed in setup of HiddenPart in scope \"/\"");
  }

  @Test
  void modules_of_the_record_are_attached_in_containers_of_any_kind() {
    assertThat(Containers.of().init(KEY, Y).params().entries().keySet())
        .containsExactlyInAnyOrder(
            "layers_0", "layers_2", "table_a_0", "table_z_0", "twins_left", "twins_right");
  }

  @Test
  void a_module_with_a_name_of_its_own_is_attached_at_once_under_it() {
    var variables = NamedParts.of().init(KEY, X);
    assertThat(variables.params().entries().keySet()).containsExactly("given", "annotated");
  }

  @Test
  void containers_of_the_record_cannot_be_changed_afterwards() {
    var bound = Containers.of().bind(Containers.of().init(KEY, Y));
    for (var parts : List.of(bound.parts(), Containers.of().parts())) {
      Layer more = Dense.of(1);
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(() -> parts.layers().add(more));
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(() -> parts.table().put("b", List.of()));
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(() -> parts.table().get("a").add(more));
      assertThat(parts.layers()).hasSize(3);
    }
  }

  @Test
  void maps_keep_their_order_and_records_their_type() {
    var parts = Containers.of().parts();
    assertThat(parts.table().keySet()).containsExactly("z", "a");
    assertThat(parts.twins()).isEqualTo(new SetupDefinitions.Twins(Dense.of(2), Dense.of(2)));
  }

  @Test
  void parameters_of_setup_keep_the_names_that_they_are_given() {
    var variables = Weights.of().init(KEY, X);
    assertThat(variables.params().paths()).containsExactly("w0", "w1", "w2");
    assertThat(Weights.of().apply(variables, X).toFloats()).containsExactly(1, 1, 1);
  }

  @Test
  void parameters_of_setup_stand_before_those_of_its_modules() {
    var params = Weighted.of(2).init(KEY, X).params();
    assertThat(params.entries().keySet()).containsExactly("scale", "layer");
    assertThat(params.get("scale").shape()).isEqualTo(Shape.of(2));
  }

  /** Flax runs setup once more for static checks, which the compiler does here. */
  @Test
  void each_transformed_method_runs_setup_again_and_takes_the_names_that_are_there() {
    var runs = new ArrayList<String>();
    var module = Watched.of(runs).remat("call", "other");
    var variables = module.init(KEY, m -> m.other(m.call(X)));
    assertThat(runs).containsExactly("setup", "call", "setup", "other");
    assertThat(variables.params().paths()).containsExactly("layer/bias", "layer/kernel");
    assertThat(values(variables)).isEqualTo(values(Watched.of(runs).init(KEY, X)));
  }

  @Test
  void setups_of_nested_transformed_modules_grow_with_the_number_of_modules_only() {
    var runs = new ArrayList<String>();
    var variables = Fanned.of(2, runs).remat().init(KEY, X);
    assertThat(runs.stream().filter("call"::equals)).hasSize(16);
    assertThat(runs.stream().filter("setup"::equals)).hasSize(1 + 4 + 16);
    assertThat(variables.params().paths()).hasSize(32);
  }
}
