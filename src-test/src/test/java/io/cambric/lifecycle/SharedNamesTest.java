package io.cambric.lifecycle;

import static io.cambric.lifecycle.LifecycleSamples.KEY;
import static io.cambric.lifecycle.LifecycleSamples.init;
import static io.cambric.module.ModuleScope.shareScope;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.errors.NameInUseException;
import io.cambric.errors.SubmoduleOutsideSetupException;
import io.cambric.errors.UnboundModuleException;
import io.cambric.module.Layer;
import io.cambric.nn.Dense;
import io.cambric.nn.Sequential;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Where the variables of modules are that are made in one place and used in others. The paths are
 * those of Flax 0.12.8 for the same models.
 */
class SharedNamesTest {

  private static final Array X = Numpy.ones(1, 3);

  /** Definitions of this test alone. */
  public static final class Models {

    private Models() {}

    /** A layer around one that it is given. */
    @Module
    record AroundDef(Layer inner) {
      @Compact
      Array call(Array x) {
        return Dense.of(3).call(inner.call(x));
      }
    }

    /** Calls a layer that is an argument. */
    @Module
    record TakerDef() {
      @Compact
      Array call(Layer layer, Array x) {
        return Dense.of(3).call(layer.call(x));
      }
    }

    /** Gives a part of setup to other parts. */
    @Module
    record PassingPartsDef() {
      record Parts(Dense a, Wrap w, Sequential s) {}

      @Setup
      Parts parts() {
        var a = Dense.of(3);
        return new Parts(a, Wrap.of(a), Sequential.of(a, Dense.of(3)));
      }

      Array call(Parts parts, Array x) {
        return parts.s().call(parts.w().call(x));
      }
    }

    /** Holds a layer further in before it is a part itself. */
    @Module
    record LatePartDef() {
      record Parts(Wrap w, Dense a) {}

      @Setup
      Parts parts() {
        var a = Dense.of(3);
        return new Parts(Wrap.of(a), a);
      }

      Array call(Parts parts, Array x) {
        return parts.a().call(parts.w().call(x));
      }
    }

    /** Makes a component a part. */
    @Module
    record ComponentPartDef(Layer outer) {
      record Parts(Layer mine, Sequential seq) {}

      @Setup
      Parts parts() {
        return new Parts(outer, Sequential.of(outer, Activations::relu));
      }

      Array call(Parts parts, Array x) {
        return parts.seq().call(parts.mine().call(x));
      }
    }

    /** Uses a part of setup in a sequence of a compact method. */
    @Module
    record PartInSequenceDef() {
      record Parts(Dense a) {}

      @Setup
      Parts parts() {
        return new Parts(Dense.of(3));
      }

      @Compact
      Array call(Parts parts, Array x) {
        return Sequential.of(parts.a(), Dense.of(3), Activations::relu, Dense.of(3)).call(x);
      }
    }

    /** Gives a part's name again in a compact method. */
    @Module
    record PartAgainDef() {
      record Parts(Dense a) {}

      @Setup
      Parts parts() {
        return new Parts(Dense.of(3));
      }

      @Compact
      Array call(Array x) {
        return Dense.of(3).named("a").call(x);
      }
    }

    /** Gives one name in a compact method that runs twice, alone or below another one. */
    @Module
    record RepeatedDef() {
      @Compact
      Array layer(Array x) {
        return Dense.of(3).named("d").call(x);
      }

      Array twice(Array x) {
        var self = Repeated.self();
        return self.layer(self.layer(x));
      }

      @Compact
      Array twiceInside(Array x) {
        var self = Repeated.self();
        return self.layer(self.layer(x));
      }

      @Compact
      Array onceMore(Array x) {
        var y = Dense.of(3).named("d").call(x);
        return Repeated.self().layer(y);
      }
    }

    /** A named layer and an unnamed one. */
    @Module
    record NamedAndNotDef() {
      @Compact
      Array call(Array x) {
        return Dense.of(3).call(Dense.of(3).named("n").call(x));
      }
    }

    /** Shares the scope of what it is given, and makes a layer before it. */
    @Module
    record MixingDef(Layer inner, io.cambric.module.Module<?> shared) {
      record Parts() {}

      @Setup
      Parts parts() {
        shareScope(shared);
        return new Parts();
      }

      @Compact
      Array call(Array x) {
        return inner.call(Dense.of(3).call(x));
      }

      Array twice(Array x) {
        return inner.call(inner.call(x));
      }
    }

    /** Shares the scope of what it is given, beside a part of its own. */
    @Module
    record OwnPartDef(Dense inner) {
      record Parts(Dense own) {}

      @Setup
      Parts parts() {
        var own = Dense.of(3);
        shareScope(inner);
        return new Parts(own);
      }

      Array call(Parts parts, Array x) {
        return parts.own().call(inner.call(x));
      }
    }

    /** Calls a layer that it is given, and a copy of it. */
    @Module
    record CopyingDef(Wrap inner) {
      @Compact
      Array call(Array x) {
        return inner.copy().call(inner.call(x));
      }
    }

    /** Copies parts before and after they have names. */
    @Module
    record CopiedPartsDef() {
      record Parts(Wrap c, Wrap w, Dense d, Wrap e) {}

      @Setup
      Parts parts() {
        var w = Wrap.of(Dense.of(3));
        var d = Dense.of(3);
        return new Parts(w.copy(), w, d, Wrap.of(d).copy());
      }

      Array call(Parts parts, Array x) {
        var y = parts.w().call(parts.c().call(x));
        return parts.e().call(parts.d().call(y));
      }
    }

    /** Has a module from elsewhere as a part, and in a part that has a name of its own. */
    @Module
    record TemplatePartsDef(Supplier<Layer> template, boolean partFirst) {
      record Parts(Layer p, Wrap q, Layer r) {}

      @Setup
      Parts parts() {
        var shared = template.get();
        var named = Wrap.of(shared).named("n");
        return partFirst ? new Parts(shared, named, y -> y) : new Parts(y -> y, named, shared);
      }

      Array call(Parts parts, Array x) {
        return parts.r().call(parts.q().call(parts.p().call(x)));
      }
    }

    /** Calls layers in order. */
    @Module
    record InOrderDef(List<Layer> ms) {
      Array call(Array x) {
        for (var m : ms) {
          x = m.call(x);
        }
        return x;
      }
    }
  }

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
