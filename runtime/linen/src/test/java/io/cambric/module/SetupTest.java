package io.cambric.module;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.module.Shapes.X;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.annotations.Named;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.NameInUseException;
import io.cambric.errors.UnboundModuleException;
import io.cambric.numpy.Key;
import io.cambric.sample.Dense;
import io.cambric.sample.Inits;
import io.cambric.sample.Sequential;
import io.cambric.sample.SettingUp;
import io.cambric.sample.Sub;
import io.cambric.sample.Two;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Setup: the time of its run, and the names of the modules in its record. */
class SetupTest {

  record One(Object part) {}

  record Pair(Object first, Object second) {}

  record Renamed(@Named("other") Object part) {}

  private static SettingUp model(Supplier<Record> setup) {
    return SettingUp.of(setup, (_, x) -> x);
  }

  private static Set<String> names(Supplier<Record> setup) {
    return Shapes.names(
        SettingUp.of(
            setup,
            (parts, x) -> {
              for (var module : modulesOf(parts)) {
                module.call((Array) x);
              }
              return x;
            }),
        m -> m.call(X));
  }

  private static List<Layer> modulesOf(Record parts) {
    var found = new ArrayList<Layer>();
    ModuleTree.components(
        parts,
        (part, name) -> ModuleTree.walk(part, name, (module, _) -> found.add((Layer) module)));
    return found;
  }

  @Test
  void runs_once_before_the_first_method_and_not_at_all_when_nothing_is_called() {
    var runs = new ArrayList<String>();
    var model =
        model(() -> {
          runs.add("setup");
          return new One(Dense.of(1));
        });
    var bound = model.bind(model.init(Key.of(0), _ -> X));
    assertThat(runs).isEmpty();
    bound.call(X);
    bound.call(X);

    assertThat(runs).containsExactly("setup");
  }

  @Test
  void parts_of_a_bound_module_run_setup() {
    var model = model(() -> new One(Dense.of(1)));
    var part = (Dense) ((One) model.bind(model.init(Key.of(0), _ -> X)).parts()).part();

    assertThat(part.path()).containsExactly("part");
  }

  @Test
  void modules_are_named_by_component() {
    assertThat(names(() -> new Pair(Dense.of(1), Dense.of(2)))).containsExactly("first", "second");
  }

  @Test
  void component_may_be_named_otherwise_by_annotation() {
    assertThat(names(() -> new Renamed(Dense.of(1)))).containsExactly("other");
  }

  @Test
  void modules_in_containers_are_named_by_component_and_path() {
    Layer relu = x -> x;
    assertThat(names(() -> new One(List.of(Dense.of(1), relu, Dense.of(1)))))
        .containsExactly("part_0", "part_2");
    assertThat(
            names(() ->
                new Pair(
                    Map.of(
                        "y", List.of(Dense.of(1), relu, Dense.of(1)),
                        "x", Dense.of(1),
                        "d", Map.of("e", Dense.of(1))),
                    Dense.of(1))))
        .containsExactly("first_d_e", "first_x", "first_y_0", "first_y_2", "second");
    assertThat(names(() -> new One(Map.of(new Pair(1, 2), Dense.of(1)))))
        .containsExactly("part_Pair[first=1, second=2]");
  }

  @Test
  void named_module_keeps_its_name() {
    assertThat(names(() -> new Pair(Dense.of(1), Dense.of(1).named("bar"))))
        .containsExactly("first", "bar");
  }

  @Test
  void one_object_in_two_components_keeps_the_first_name() {
    assertThat(
            names(() -> {
              var dense = Dense.of(3);
              return new Pair(dense, dense);
            }))
        .containsExactly("first");
  }

  @Test
  void module_inside_another_one_is_named_by_that_one() {
    var params =
        SettingUp.of(
                () -> new One(Sequential.of(Dense.of(4), x -> x, Dense.of(2))),
                (parts, x) -> ((Sequential) ((One) parts).part()).call((Array) x))
            .init(Key.of(0), m -> m.call(X))
            .params();

    assertThat(params.paths())
        .containsExactly(
            "part/layers_0/bias",
            "part/layers_0/kernel",
            "part/layers_2/bias",
            "part/layers_2/kernel");
  }

  @Test
  void wither_and_name_chain_in_setup() {
    assertThat(names(() -> new One(Dense.of(4).withFeatures(2)))).containsExactly("part");
  }

  @Test
  void template_in_the_record_is_adopted() {
    var template = Dense.of(3);

    assertThat(names(() -> new One(template))).containsExactly("part");
    assertThat(template.isBound()).isFalse();
    assertThat(names(() -> new One(Dense.of(3).detached()))).containsExactly("part");
  }

  @Test
  void params_keep_the_names_they_are_given() {
    assertThat(
            names(() ->
                new One(
                    List.of(
                        param("w0", Inits.ZEROS, Shape.of(1)),
                        param("w1", Inits.ZEROS, Shape.of(1))))))
        .containsExactly("w0", "w1");
  }

  @Test
  void params_of_setup_stand_before_those_of_submodules() {
    assertThat(
            names(() -> {
              var dense = Dense.of(1);
              return new Pair(dense, param("weight", Inits.ZEROS, Shape.of(1)));
            }))
        .containsExactly("weight", "first");
  }

  @Test
  void two_modules_of_one_name_are_an_error() {
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> names(() -> new Pair(Dense.of(1), Dense.of(1).named("first"))))
        .withMessageStartingWith("Submodule Dense \"first\" of SettingUp in scope \"/\"");
  }

  @Test
  void part_named_like_an_automatic_name_collides_with_it() {
    record Clash(@Named("Dense_0") Object part) {}
    var model = SettingUp.of(() -> new Clash(Dense.of(1)), (_, x) -> Dense.of(2).call((Array) x));

    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> model.init(Key.of(0), m -> m.compact(X)));
  }

  @Test
  void module_that_is_not_in_the_record_has_no_name_to_run_by() {
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() ->
            model(
                    () -> {
                      Dense.of(1).call(X);
                      return new One("");
                    })
                .init(Key.of(0), m -> m.call(X)))
        .withMessageMatching(
            "Dense was constructed in setup of SettingUp in scope \"/\" at \\S+, but is"
                + " not in the record that setup returns, so it has no name and no variables. Make"
                + " it a component of that record, or give it a name with named\\(...\\).");
  }

  @Test
  void module_hidden_from_the_record_stays_without_variables() {
    var hidden = new ArrayList<Dense>();
    var model =
        SettingUp.of(
            () -> {
              hidden.add(Dense.of(1));
              return new One("");
            },
            (_, x) -> hidden.getFirst().call((Array) x));

    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> model.init(Key.of(0), m -> m.call(X)));
  }

  @Test
  void named_module_of_setup_may_run_in_setup() {
    var model =
        SettingUp.of(
            () -> new One(Dense.of(2).named("early").call(X)), (parts, _) -> ((One) parts).part());

    assertThat(Shapes.names(model, m -> m.call(X))).containsExactly("early");
  }

  @Test
  void setup_that_declares_variables_has_no_parts_unbound() {
    var model = model(() -> new One(param("w", Inits.ZEROS, Shape.of(1))));

    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(model::parts)
        .withMessageMatching(
            "Parameter \"w\" at \\S+ needs a bound module, but SettingUp runs unbound. Call "
                + "it inside init or apply. An unbound module has parts only if its setup "
                + "declares no variables.");
  }

  @Test
  void method_that_needs_the_parts_cannot_run_inside_setup() {
    var model = model(() -> new One(SettingUp.self().call(X)));

    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> model.init(Key.of(0), m -> m.call(X)))
        .withMessageMatching(
            "A method of SettingUp in scope \"/\" at \\S+ needs the parts of setup, but "
                + "setup is still running\\. Return the parts first, and call the method from "
                + "another method\\.");
  }

  @Test
  void parts_reached_from_two_methods_are_the_same_submodules() {
    var model =
        SettingUp.of(
            () -> new One(Dense.of(3)),
            (parts, x) -> ((Dense) ((One) parts).part()).call((Array) x));

    assertThat(
            Shapes.names(
                model,
                m -> {
                  m.call(X);
                  return m.compact(X);
                }))
        .containsExactly("part");
  }

  @Test
  void components_are_bound_one_after_the_other() {
    var two = Two.of(Dense.of(3), Dense.of(3));
    var model =
        SettingUp.of(
            () -> new Pair(two, two.a()),
            (parts, x) -> ((Layer) ((Pair) parts).first()).call((Array) x));

    assertThat(model.init(Key.of(0), m -> m.call(X)).params().paths())
        .containsExactly("first/a/bias", "first/a/kernel", "first/b/bias", "first/b/kernel");
  }

  @Test
  void modules_of_one_component_are_named_before_those_inside_them() {
    var model =
        SettingUp.of(
            () -> {
              var dense = Dense.of(3);
              return new One(List.of(Sub.of(dense), dense));
            },
            (parts, x) -> modulesOf(parts).getLast().call((Array) x));

    assertThat(Shapes.names(model, m -> m.call(X))).containsExactly("part_1");
  }
}
