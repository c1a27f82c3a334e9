package io.cambric.flax.lifecycle;

import static io.cambric.flax.lifecycle.LifecycleDefinitions.KEY;
import static io.cambric.flax.lifecycle.LifecycleDefinitions.names;
import static io.cambric.flax.lifecycle.NamesTest.taken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.NameInUseException;
import io.cambric.errors.UnboundModuleException;
import io.cambric.module.Layer;
import io.cambric.nn.Dense;
import io.cambric.nn.Sequential;
import io.cambric.numpy.Numpy;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Adoption of modules from outside, and modules that share variables. */
class AdoptionTest {

  private static final Array X = Numpy.ones(1, 3);
  private static final Layer SAME = x -> x;

  @Test
  void a_module_in_a_component_is_named_by_it_and_loses_its_own_name() {
    var pair = Pair.of(Dense.of(3).named("mine"), Dense.of(3));
    assertThat(pair.init(KEY, X).params().entries().keySet()).containsExactly("a", "b");
  }

  @Test
  void a_definition_may_let_them_keep_names_of_their_own() {
    var shared = Dense.of(3).named("mine");
    assertThat(
            Preserving.of(shared, List.of(Dense.of(3).named("other"), Dense.of(3), shared))
                .init(KEY, X)
                .params()
                .entries()
                .keySet())
        .containsExactly("mine", "other", "b_1", "made");
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> Preserving.of(shared, List.of(Dense.of(3).named("mine"))).init(KEY, X))
        .withMessageMatching(taken("Dense", "mine", "Preserving", "/"));
  }

  @Test
  void names_below_a_module_that_keeps_its_own_are_as_before() {
    assertThat(
            Preserving.of(Wrap.of(Dense.of(3).named("mine")).named("wrap"), List.of())
                .init(KEY, X)
                .params()
                .paths())
        .containsExactly("made/bias", "made/kernel", "wrap/inner/bias", "wrap/inner/kernel");
  }

  @Test
  void the_original_stays_unbound_and_unnamed() {
    var layer = Dense.of(3);
    var _ = Wrap.of(layer).init(KEY, X);
    assertThat(layer.isBound()).isFalse();
    assertThat(layer.name()).isEmpty();
  }

  @Test
  void each_root_adopts_anew() {
    var layer = Dense.of(3);
    assertThat(Wrap.of(layer).init(KEY, X).params().entries().keySet()).containsExactly("inner");
    assertThat(Pair.of(SAME, layer).init(KEY, X).params().entries().keySet()).containsExactly("b");
  }

  @Test
  void one_object_in_two_components_is_one_submodule_of_the_first() {
    var layer = Dense.of(3);
    assertThat(Pair.of(layer, layer).init(KEY, X).params().entries().keySet()).containsExactly("a");
  }

  @Test
  void one_object_below_two_components_is_named_depth_first() {
    var layer = Dense.of(3);
    assertThat(Pair.of(Wrap.of(layer), Wrap.of(layer)).init(KEY, X).params().paths())
        .containsExactly("a/inner/bias", "a/inner/kernel");
  }

  @Test
  void in_a_map_the_smallest_key_names_it() {
    var layer = Dense.of(3);
    var map = new LinkedHashMap<String, Layer>();
    map.put("foo", layer);
    map.put("bar", layer);
    map.put("baz", layer);
    assertThat(Keyed.of(map, layer).init(KEY, X).params().entries().keySet())
        .containsExactly("a_bar");
  }

  @Test
  void two_equal_objects_are_two_submodules() {
    assertThat(Dense.of(3)).isEqualTo(Dense.of(3)).hasSameHashCodeAs(Dense.of(3));
    assertThat(Dense.of(3).named("a")).isNotEqualTo(Dense.of(3));
    assertThat(Pair.of(Dense.of(3), Dense.of(3)).init(KEY, X).params().entries().keySet())
        .containsExactly("a", "b");
  }

  @Test
  void a_module_made_in_a_compact_method_and_passed_on_stays_with_its_maker() {
    assertThat(names(_ -> Wrap.of(Dense.of(3)).call(X))).containsExactly("Dense_0");
    assertThat(names(_ -> Sequential.of(Dense.of(3), SAME, Dense.of(2)).call(X)))
        .containsExactly("Dense_0", "Dense_1");
  }

  @Test
  void a_module_made_in_setup_or_outside_is_nested_in_the_one_that_holds_it() {
    assertThat(SequencePart.of().init(KEY, X).params().at("seq").entries().keySet())
        .containsExactly("layers_0", "layers_2");
    assertThat(
            Sequential.of(Dense.of(3), SAME, Dense.of(2)).init(KEY, X).params().entries().keySet())
        .containsExactly("layers_0", "layers_2");
  }

  @Test
  void one_module_in_two_parts_of_setup_keeps_the_first_name() {
    assertThat(SharedPart.of().init(KEY, X).params().entries().keySet()).containsExactly("first");
  }

  @Test
  void two_modules_of_one_name_in_setup_are_refused() {
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> TwicePart.of().init(KEY, X))
        .withMessageMatching(taken("Dense", "subs_0", "TwicePart", "/"));
  }

  @Test
  void a_detached_module_is_no_submodule_and_has_an_init_and_apply_of_its_own() {
    assertThat(
            names(_ -> {
              var detached = Dense.of(3).detached();
              var own = detached.init(KEY, X);
              return Dense.of(2).call(detached.apply(own, X));
            }))
        .containsExactly("Dense_0");
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> names(_ -> Dense.of(3).detached().call(X)))
        .withMessageMatching("Dense\\.call at \\S+ is compact and needs a bound module, but .*");
  }
}
