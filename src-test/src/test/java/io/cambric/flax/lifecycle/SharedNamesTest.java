package io.cambric.flax.lifecycle;

import static io.cambric.flax.lifecycle.LifecycleDefinitions.KEY;
import static io.cambric.flax.lifecycle.LifecycleDefinitions.init;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.NameInUseException;
import io.cambric.errors.SubmoduleOutsideSetupException;
import io.cambric.errors.UnboundModuleException;
import io.cambric.nn.Dense;
import io.cambric.nn.Sequential;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The places of variables of modules that are made in one place and used in others. The paths are
 * those of Flax 0.12.8 for the same models.
 */
class SharedNamesTest {

  private static final Array X = Numpy.ones(1, 3);

  /** The paths of modules that have parameters of their own. */
  private static TreeSet<String> owners(Variables variables) {
    var owners = new TreeSet<String>();
    for (var path : variables.params().paths()) {
      owners.add(path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "");
    }
    return owners;
  }

  @Test
  void a_layer_passed_as_an_argument_stays_with_its_maker() {
    var made =
        init(_ -> {
          var d = Dense.of(3);
          var q = Dense.of(3);
          return Taker.of().call(q, X).add(d.call(X));
        });
    assertThat(owners(made)).containsExactly("Dense_0", "Dense_1", "Taker_0/Dense_0");
  }

  @Test
  void a_layer_that_is_never_used_takes_a_name() {
    assertThat(
            owners(
                init(_ -> {
                  var unused = Dense.of(3);
                  assertThat(unused.features()).isEqualTo(3);
                  return Dense.of(3).call(X);
                })))
        .containsExactly("Dense_1");
  }

  @Test
  void two_modules_may_hold_one_layer() {
    var made =
        init(_ -> {
          var d = Dense.of(3);
          return Around.of(d).call(X).add(Around.of(d).call(X));
        });
    assertThat(owners(made)).containsExactly("Around_0/Dense_0", "Around_1/Dense_0", "Dense_0");
  }

  @Test
  void a_layer_in_modules_in_modules_is_that_of_the_method_that_makes_it() {
    assertThat(owners(init(_ -> Wrap.of(Wrap.of(Dense.of(3))).call(X)))).containsExactly("Dense_0");
    assertThat(owners(init(_ -> Wrap.of(Wrap.of(Dense.of(3)).named("w")).named("v").call(X))))
        .containsExactly("Dense_0");
  }

  @Test
  void a_template_is_adopted_by_the_first_module_that_holds_it() {
    var template = Dense.of(3);
    assertThat(owners(init(_ -> Wrap.of(template).call(X).add(Around.of(template).call(X)))))
        .containsExactly("Around_0/Dense_0", "Wrap_0/inner");
    assertThat(owners(init(_ -> Wrap.of(template).call(X).add(Wrap.of(Wrap.of(template)).call(X)))))
        .containsExactly("Wrap_0/inner");
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> init(_ -> template.call(X)));
  }

  /** Flax adopts it where it is constructed with first, so it has {@code Wrap_0/inner} there. */
  @Test
  void a_template_in_two_modules_is_adopted_by_the_one_that_is_used_first() {
    var template = Dense.of(3);
    assertThat(
            owners(
                init(_ -> {
                  var wrap = Wrap.of(template);
                  return wrap.call(Around.of(template).call(X));
                })))
        .containsExactly("Around_0/Dense_0", "Around_0/inner");
  }

  @Test
  void a_copy_adopts_a_template_anew() {
    var template = Dense.of(3);
    assertThat(owners(init(_ -> Wrap.of(template).copy().call(Wrap.of(template).call(X)))))
        .containsExactly("Wrap_0/inner", "Wrap_1/inner");
  }

  @Test
  void a_copy_takes_anew_what_was_made_for_the_original() {
    assertThat(
            owners(
                init(_ -> {
                  var w = Wrap.of(Dense.of(3));
                  return w.copy().call(w.call(X));
                })))
        .containsExactly("Dense_0", "Wrap_1/inner");
    assertThat(owners(init(_ -> Wrap.of(Dense.of(3)).copy().named("c").call(X))))
        .containsExactly("c/inner");
    assertThat(owners(init(_ -> Copying.of(Wrap.of(Dense.of(3))).call(X))))
        .containsExactly("Copying_0/Wrap_0/inner", "Dense_0");
    assertThat(owners(CopiedParts.of().init(KEY, X)))
        .containsExactly("c/inner", "d", "e/inner", "w/inner");
  }

  @Test
  void a_copy_of_a_copy_keeps_what_is_shared_inside() {
    assertThat(
            owners(
                init(_ -> {
                  var d = Dense.of(3);
                  var p = Pair.of(d, Wrap.of(d));
                  var c = p.copy();
                  return c.copy().call(c.call(p.call(d.call(X))));
                })))
        .containsExactly("Dense_0", "Pair_1/a", "Pair_2/a");
  }

  @Test
  void a_template_in_several_parts_is_named_by_the_first_of_them() {
    var template = Dense.of(3);
    assertThat(owners(TemplateParts.of(() -> template, true).init(KEY, X))).containsExactly("p");
    assertThat(owners(TemplateParts.of(() -> template, false).init(KEY, X)))
        .containsExactly("n/inner");
  }

  @Test
  void a_part_given_to_other_parts_is_named_by_the_first_that_has_it() {
    assertThat(owners(PassingParts.of().init(KEY, X))).containsExactly("a", "s/layers_1");
    assertThat(owners(LatePart.of().init(KEY, X))).containsExactly("w/inner");
    assertThat(owners(ComponentPart.of(Dense.of(3)).init(KEY, X))).containsExactly("outer");
  }

  @Test
  void a_part_in_a_sequence_keeps_its_name() {
    assertThat(owners(PartInSequence.of().init(KEY, X))).containsExactly("Dense_0", "Dense_1", "a");
  }

  @Test
  void the_name_of_a_part_is_taken_in_compact_methods() {
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> PartAgain.of().init(KEY, X));
  }

  @Test
  void a_name_is_free_again_when_a_compact_method_has_returned() {
    assertThat(owners(Repeated.of().init(KEY, m -> m.twice(X)))).containsExactly("d");
    assertThat(owners(Repeated.of().init(KEY, m -> m.twiceInside(X)))).containsExactly("d");
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> Repeated.of().init(KEY, m -> m.onceMore(X)));
  }

  @Test
  void modules_of_a_list_are_named_before_those_inside_them() {
    var a = Dense.of(3);
    var w = Wrap.of(a);
    assertThat(owners(InOrder.of(List.of(a, w, Wrap.of(w), a)).init(KEY, X)))
        .containsExactly("ms_0");
    assertThat(owners(InOrder.of(List.of(Wrap.of(w), a, w)).init(KEY, X))).containsExactly("ms_1");
  }

  @Test
  void in_a_shared_scope_names_of_submodules_are_shared() {
    var two = NamedAndNot.of();
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> Mixing.of(two, two).init(KEY, X));
    assertThat(owners(Mixing.of(two, two).init(KEY, m -> m.twice(X))))
        .containsExactly("Dense_0", "n");
  }

  @Test
  void a_part_moves_along_into_a_shared_scope() {
    assertThat(owners(OwnPart.of(Dense.of(3)).init(KEY, X))).containsExactly("", "own");
    assertThat(owners(init(_ -> OwnPart.of(Dense.of(3)).call(X))))
        .containsExactly("Dense_0", "Dense_0/own");
  }

  @Test
  void a_layer_made_in_a_function_is_that_of_the_module_that_runs_it() {
    assertThat(
            owners(
                init(_ -> {
                  var d = Dense.of(3);
                  return Sequential.of(y -> d.call(y)).call(X);
                })))
        .containsExactly("Dense_0");
    assertThat(owners(init(_ -> Around.of(y -> Dense.of(3).call(y)).call(X))))
        .containsExactly("Around_0/Dense_0", "Around_0/Dense_1");
    assertThatExceptionOfType(SubmoduleOutsideSetupException.class)
        .isThrownBy(() -> init(_ -> Wrap.of(y -> Dense.of(3).call(y)).call(X)));
  }

  @Test
  void a_detached_layer_is_adopted_by_the_module_that_holds_it() {
    assertThat(owners(init(_ -> Sequential.of(Dense.of(3).detached(), Dense.of(3)).call(X))))
        .containsExactly("Dense_0", "Sequential_0/layers_0");
  }
}
