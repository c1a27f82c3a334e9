package io.cambric.flax.lifecycle;

import static io.cambric.flax.lifecycle.LifecycleDefinitions.KEY;
import static io.cambric.flax.lifecycle.LifecycleDefinitions.names;
import static io.cambric.module.ModuleScope.param;
import static io.cambric.module.ModuleScope.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.NameInUseException;
import io.cambric.errors.ParamNotFoundException;
import io.cambric.module.Layer;
import io.cambric.module.Lift;
import io.cambric.nn.Dense;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Names and paths of modules. */
class NamesTest {

  private static final Array X = Numpy.ones(1, 3);
  private static final Layer SAME = x -> x;

  static String taken(String module, String name, String parent, String path) {
    return ("Submodule %s \"%s\" of %s in scope \"%s\" at \\S+ has a name that is already "
            + "used in this scope\\. Each submodule and variable needs a unique name: rename "
            + "one of them with named\\(\\.\\.\\.\\)\\.")
        .formatted(module, name, parent, path);
  }

  // -- automatic and given names

  @Test
  void an_automatic_name_is_the_prefix_and_a_count_per_prefix() {
    assertThat(
            names(_ -> {
              var y = Dense.of(3).call(X);
              y = Perceptron.of(2, 3).call(y);
              return Dense.of(3).call(y);
            }))
        .containsExactly("Dense_0", "Perceptron_0", "Dense_1");
  }

  @Test
  void each_parent_counts_for_itself() {
    var params =
        LifecycleDefinitions.init(
                _ -> {
                  Perceptron.of(2, 3).call(X);
                  return Dense.of(3).call(Perceptron.of(2, 3).call(X));
                })
            .params();
    assertThat(params.entries().keySet())
        .containsExactly("Perceptron_0", "Perceptron_1", "Dense_0");
    assertThat(params.at("Perceptron_1").entries().keySet())
        .containsExactlyInAnyOrder("Dense_0", "Dense_1");
  }

  @Test
  void given_names_do_not_advance_the_count() {
    assertThat(
            names(_ -> {
              Dense.of(3).named("first").call(X);
              Dense.of(3).call(X);
              Dense.of(3).named("Dense_7").call(X);
              return Dense.of(3).call(X);
            }))
        .containsExactly("first", "Dense_0", "Dense_7", "Dense_1");
  }

  @Test
  void a_given_name_must_be_free_in_its_parent() {
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() ->
            names(_ -> {
              Dense.of(3).named("a").call(X);
              return Perceptron.of(2, 3).named("a").call(X);
            }))
        .withMessageMatching(taken("Perceptron", "a", "Runner", "/"));
  }

  @Test
  void an_automatic_name_may_collide_with_a_given_one() {
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() ->
            names(_ -> {
              Dense.of(3).named("Dense_1").call(X);
              Dense.of(3).call(X);
              return Dense.of(3).call(X);
            }))
        .withMessageMatching(taken("Dense", "Dense_1", "Runner", "/"));
  }

  @Test
  void a_part_of_setup_may_collide_with_an_automatic_name() {
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> ClashingPart.of().init(KEY, X))
        .withMessageMatching(taken("Dense", "Dense_0", "ClashingPart", "/"));
  }

  // -- containers

  private static List<String> namesOf(Map<Object, Object> table, List<Layer> layers) {
    var paths = new ArrayList<String>();
    Contained.of(table, layers)
        .bind(Variables.empty())
        .parts()
        .d()
        .values()
        .forEach(value -> collect(value, paths));
    Contained.of(table, layers)
        .bind(Variables.empty())
        .parts()
        .z()
        .forEach(value -> collect(value, paths));
    return paths;
  }

  private static void collect(Object value, List<String> paths) {
    switch (value) {
      case Dense dense -> paths.addAll(dense.path());
      case Map<?, ?> map -> map.values().forEach(each -> collect(each, paths));
      default -> {}
    }
  }

  @Test
  void modules_in_containers_are_named_by_the_part_and_the_way_to_them() {
    var table = new LinkedHashMap<Object, Object>();
    table.put("a", Map.of("b", Dense.of(1)));
    table.put(List.of(1, 2), Dense.of(1));
    assertThat(namesOf(table, List.of(Dense.of(1), SAME, Dense.of(1))))
        .containsExactly("table_a_b", "table_[1, 2]", "layers_0", "layers_2");
  }

  @Test
  void indices_are_in_the_order_of_numbers() {
    var shared = Dense.of(1);
    var layers =
        IntStream.range(0, 12)
            .<Layer>mapToObj(i -> i == 2 || i == 10 ? shared : Dense.of(1))
            .toList();
    var paths = Contained.of(Map.of(), layers).bind(Variables.empty()).layers();
    assertThat(((Dense) paths.get(10)).path()).containsExactly("layers_2");
  }

  @Test
  void what_is_no_module_keeps_its_position() {
    assertThat(namesOf(Map.of(), List.of(SAME, Dense.of(1), SAME, SAME, Dense.of(1))))
        .containsExactly("layers_1", "layers_4");
  }

  // -- names of variables

  @Test
  void submodules_and_variables_of_any_collection_share_one_space_of_names() {
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() ->
            names(_ -> {
              param("a", Initializers.ones(), Shape.of(1));
              return Dense.of(3).named("a").call(X);
            }))
        .withMessageMatching(taken("Dense", "a", "Runner", "/"));
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() ->
            names(_ -> {
              Dense.of(3).named("a").call(X);
              return variable("cache", "a", () -> X);
            }))
        .withMessageMatching(
            "Variable \"a\" in scope \"/\" at \\S+ has a name that is already used in this "
                + "scope\\. Each submodule and each variable of a collection needs a unique "
                + "name: rename one of them, or reuse the existing one\\.");
  }

  @Test
  void variables_of_one_name_clash_within_a_collection_only() {
    var made =
        LifecycleDefinitions.init(_ -> {
          param("mean", Initializers.ones(), Shape.of(1));
          return variable("batch_stats", "mean", () -> X);
        });
    assertThat(made.names()).containsExactly("params", "batch_stats");
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() ->
            names(_ -> {
              variable("cache", "a", () -> X);
              return variable("cache", "a", () -> X);
            }))
        .withMessageStartingWith("Variable \"a\" in scope \"/\" at ");
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() ->
            names(_ -> {
              param("a", Initializers.ones(), Shape.of(1));
              return param("a", Initializers.ones(), Shape.of(1));
            }))
        .withMessageStartingWith("Parameter \"a\" in scope \"/\" at ");
  }

  @Test
  void components_and_methods_never_conflict_with_names_of_variables() {
    var made =
        LifecycleDefinitions.init(_ -> {
          param("body", Initializers.ones(), Shape.of(1));
          return param("plain", Initializers.ones(), Shape.of(1));
        });
    assertThat(made.params().entries().keySet()).containsExactly("body", "plain");
  }

  // -- paths, and names of transformed modules

  @Test
  void a_path_is_the_names_from_the_root() {
    var paths = new ArrayList<List<String>>();
    var runner = Runner.of(_ -> paths.add(Path.of().named("leaf").call(X)));
    Runner.of(_ -> runner.copy().named("outer").call("")).init(KEY, m -> m.call(""));
    assertThat(paths).containsExactly(List.of("outer", "leaf"));
  }

  @Test
  void modules_are_found_by_their_paths_unbound_and_in_the_order_of_first_calls() {
    var module = Pair.of(Coder.of(2, 3), Perceptron.of(2, 1));
    var modules = module.modulePaths(KEY, m -> m.call(X));
    assertThat(modules.keySet())
        .containsExactly("", "a", "a/encoder", "a/decoder", "b", "b/Dense_1", "b/Dense_0");
    assertThat(modules.get("")).isEqualTo(module);
    assertThat(modules.get("a/decoder")).isEqualTo(Dense.of(3));
  }

  @Test
  void messages_show_where_a_scope_is_lifted() {
    var wrong = Params.of("dense", Params.of("other", X));
    assertThatExceptionOfType(ParamNotFoundException.class)
        .isThrownBy(() ->
            Runner.of(_ -> Dense.of(3).vmap().variableAxis("params", 0).named("dense").call(X))
                .apply(Variables.of(Params.of("dense", Params.of("other", X))), m -> m.call("")))
        .withMessageStartingWith("Parameter \"kernel\" in scope \"/vmap(dense)\" at ");
    assertThatExceptionOfType(ParamNotFoundException.class)
        .isThrownBy(() ->
            Runner.of(_ -> Dense.of(3).remat().remat().named("dense").call(X))
                .apply(Variables.of(wrong), m -> m.call("")))
        .withMessageStartingWith("Parameter \"kernel\" in scope \"/remat(remat(dense))\" at ");
  }

  @Test
  void the_prefix_of_a_transformed_module_names_the_transformations() {
    assertThat(
            names(_ -> {
              Dense.of(3).vmap().variableBroadcast("params").shareRngs("params").call(X);
              Step.of()
                  .scan()
                  .variableBroadcast("params")
                  .shareRngs("params")
                  .call(X, Numpy.ones(2));
              Dense.of(3).jit().call(X);
              Dense.of(3).remat().call(X);
              Dense.of(3).jit().remat().call(X);
              Dense.of(3).rematScan(2).call(X);
              Dense.of(3).foldRngs().call(X);
              return Dense.of(3).mapVariables().collections("params").init(true).call(X);
            }))
        .containsExactly(
            "VmapDense_0",
            "ScanStep_0",
            "JitDense_0",
            "CheckpointDense_0",
            "CheckpointJitDense_0",
            "Remat_scanDense_0",
            "Fold_rngsDense_0",
            "Map_variablesDense_0");
    assertThat(names(_ -> Dense.of(3).addMetadataAxis("params", 0, "x").call(X)))
        .containsExactly("Map_variablesDense_0");
  }

  @Test
  void a_transformed_method_does_not_change_names() {
    assertThat(
            names(x ->
                x.equals("inner")
                    ? Dense.of(3).call(X)
                    : Lift.remat((Runner m, String y) -> m.again(y)).apply(Runner.self(), "inner")))
        .containsExactly("Dense_0");
  }
}
