package io.cambric.module;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.module.ModuleScope.variable;
import static io.cambric.module.Shapes.X;
import static io.cambric.module.Shapes.init;
import static io.cambric.module.Shapes.names;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.InvalidNameException;
import io.cambric.errors.NameInUseException;
import io.cambric.errors.UnboundModuleException;
import io.cambric.numpy.Key;
import io.cambric.sample.Body;
import io.cambric.sample.Dense;
import io.cambric.sample.Inits;
import io.cambric.sample.Mlp;
import io.cambric.sample.Sequential;
import io.cambric.sample.Sub;
import io.cambric.sample.Two;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Automatic and given names, adoption and sharing. */
class NamingTest {

  private static Array call(Dense dense, Object x) {
    return dense.call((Array) x);
  }

  @Test
  void automatic_names_count_each_class_from_zero() {
    assertThat(
            names(x -> {
              var y = call(Dense.of(4), x);
              var z = Mlp.of(2, 2).call(y);
              return call(Dense.of(2), z);
            }))
        .containsExactly("Dense_0", "Mlp_0", "Dense_1");
  }

  @Test
  void given_names_do_not_advance_the_count() {
    assertThat(
            names(x -> {
              var y = call(Dense.of(4).named("first"), x);
              y = call(Dense.of(4), y);
              y = call(Dense.of(4).named("Dense_7"), y);
              return call(Dense.of(2), y);
            }))
        .containsExactly("first", "Dense_0", "Dense_7", "Dense_1");
  }

  @Test
  void given_name_that_cannot_stand_in_a_path_is_refused_where_it_is_given() {
    assertThatExceptionOfType(InvalidNameException.class)
        .isThrownBy(() -> Dense.of(3).named("encoder/hidden"))
        .withMessageMatching(
            "The name of a submodule needs at least one character and no slash, because "
                + "slashes separate the names of a path, but got \"encoder/hidden\" at \\S+\\. "
                + "Rename it, as in \"encoder_hidden\".");
    assertThatExceptionOfType(InvalidNameException.class)
        .isThrownBy(() -> Dense.of(3).named(""))
        .withMessageEndingWith("Choose a name such as \"hidden\".");
  }

  @Test
  void given_name_that_is_taken_is_an_error() {
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() ->
            init(x -> {
              var y = call(Dense.of(3).named("a"), x);
              return call(Dense.of(3).named("a"), y);
            }))
        .withMessageMatching(
            "Submodule Dense \"a\" of Body in scope \"/\" at \\S+ has a name that is "
                + "already used in this scope\\. Each submodule and variable needs a unique "
                + "name: rename one of them with named\\(\\.\\.\\.\\)\\.");
  }

  @Test
  void automatic_name_may_collide_with_a_given_one() {
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() ->
            init(x -> {
              var y = call(Dense.of(3).named("Dense_1"), x);
              y = call(Dense.of(3), y);
              return call(Dense.of(3), y);
            }));
  }

  @Test
  void submodules_and_variables_share_one_space_of_names() {
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() ->
            init(x -> {
              param("a", Inits.ZEROS, Shape.of(1));
              return call(Dense.of(3).named("a"), x);
            }));
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() ->
            init(x -> {
              call(Dense.of(3).named("a"), x);
              return variable("cache", "a", () -> x);
            }));
  }

  @Test
  void variables_of_one_name_clash_only_within_a_collection() {
    assertThat(
            init(
                    x -> {
                      param("mean", Inits.ZEROS, Shape.of(1));
                      return variable("batch_stats", "mean", () -> x);
                    })
                .names())
        .containsExactly("params", "batch_stats");
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() ->
            init(_ -> {
              param("mean", Inits.ZEROS, Shape.of(1));
              return param("mean", Inits.ZEROS, Shape.of(1));
            }));
  }

  @Test
  void module_in_a_component_is_named_by_the_component_and_its_own_name_is_dropped() {
    var two = Two.of(Dense.of(4).named("mine"), Dense.of(2));

    assertThat(names(two, m -> m.call(X))).containsExactly("a", "b");
  }

  @Test
  void component_may_be_named_otherwise_by_annotation() {
    assertThat(names(Sub.of(Dense.of(2)), m -> m.call(X))).containsExactly("m");
  }

  @Test
  void adopted_module_stays_unbound_and_unnamed() {
    var dense = Dense.of(3);
    Sub.of(dense).init(Key.of(0), m -> m.call(X));

    assertThat(dense.isBound()).isFalse();
    assertThat(dense.name()).isEmpty();
  }

  @Test
  void one_object_in_two_components_is_one_submodule_named_by_the_first() {
    var dense = Dense.of(3);

    assertThat(names(Two.of(dense, dense), m -> m.call(X))).containsExactly("a");
  }

  @Test
  void one_object_below_two_components_is_named_depth_first() {
    var dense = Dense.of(3);
    var params = Two.of(Sub.of(dense), Sub.of(dense)).init(Key.of(0), m -> m.call(X)).params();

    assertThat(params.paths()).containsExactly("a/m/bias", "a/m/kernel");
  }

  @Test
  void modules_of_one_list_are_named_before_those_inside_them() {
    var dense = Dense.of(3);
    var params = Sequential.of(Sub.of(dense), dense).init(Key.of(0), m -> m.call(X)).params();

    assertThat(params.paths()).containsExactly("layers_1/bias", "layers_1/kernel");
  }

  @Test
  void equal_objects_are_distinct_submodules() {
    assertThat(names(Two.of(Dense.of(3), Dense.of(3)), m -> m.call(X))).containsExactly("a", "b");
  }

  @Test
  void modules_in_a_list_are_named_by_index_and_functions_keep_their_position() {
    assertThat(names(Sequential.of(Dense.of(3), y -> y, Dense.of(2)), m -> m.call(X)))
        .containsExactly("layers_0", "layers_2");
  }

  @Test
  void module_made_in_a_compact_method_and_passed_on_stays_with_its_maker() {
    assertThat(
            names(x -> {
              var dense = Dense.of(3);
              Sub.of(dense).call((Array) x);
              return Sub.of(Dense.of(3)).call((Array) x);
            }))
        .containsExactly("Dense_0", "Dense_1");
    assertThat(names(x -> Sequential.of(Dense.of(3), y -> y, Dense.of(2)).call((Array) x)))
        .containsExactly("Dense_0", "Dense_1");
  }

  @Test
  void modules_made_by_the_constructor_of_a_definition_are_its_attributes() {
    var params = init(x -> Sub.of().call((Array) x)).params();

    assertThat(params.paths()).containsExactly("Sub_0/m/bias", "Sub_0/m/kernel");
  }

  @Test
  void path_has_the_names_from_the_root() {
    var paths = new ArrayList<List<String>>();
    var inner =
        Body.of(x -> {
          paths.add(ModuleScope.path());
          return x;
        });
    Body.of(
            x -> {
              paths.add(ModuleScope.path());
              return inner.named("encoder").call(x);
            })
        .init(Key.of(0), m -> m.call(X));

    assertThat(paths).containsExactly(List.of(), List.of("encoder"));
  }

  @Test
  void detached_module_is_no_submodule() {
    assertThat(
            names(x -> {
              var detached = Dense.of(3).detached();
              var own = detached.init(Key.of(1), (Array) x);
              return call(Dense.of(2), detached.apply(own, (Array) x));
            }))
        .containsExactly("Dense_0");
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> init(x -> call(Dense.of(3).detached(), x)));
  }

  @Test
  void names_decide_values() {
    var first = Dense.of(2).init(Key.of(0), X).params().get("kernel").toFloats();
    var named = init(x -> call(Dense.of(2).named("a"), x)).params().get("a", "kernel").toFloats();
    var again = init(x -> call(Dense.of(2).named("a"), x)).params().get("a", "kernel").toFloats();

    assertThat(named).isEqualTo(again).isNotEqualTo(first);
  }

  @Test
  void components_are_adopted_anew_by_an_init_inside_a_running_method() {
    var inner = new ArrayList<String>();
    var outer =
        names(x -> {
          var two = Two.of(Dense.of(3), Dense.of(2));
          inner.addAll(two.init(Key.of(1), m -> m.call((Array) x)).params().paths());
          return two.call((Array) x);
        });

    assertThat(inner).containsExactly("a/bias", "a/kernel", "b/bias", "b/kernel");
    assertThat(outer).containsExactly("Dense_0", "Dense_1");
  }
}
