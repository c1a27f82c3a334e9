package io.cambric.flax.lift;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.module.ApplyOptions.rng;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.CollectionNotFoundException;
import io.cambric.errors.MissingRngException;
import io.cambric.module.Lift;
import io.cambric.module.ModuleScope;
import io.cambric.numpy.Key;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Modules that are compiled or rematerialized, and random streams folded as under jit. */
class CompilationTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = NdArray.of(Shape.of(3), 1, 2, 3);

  private static Variables init(Host host) {
    return host.init(KEY, X);
  }

  @Test
  void fold_rngs_gives_the_numbers_of_jit() {
    var jitted = Line.of(2).jit().init(KEY, X).params().get("Dense_0", "kernel");
    var folded = Line.of(2).foldRngs().init(KEY, X).params().get("Dense_0", "kernel");
    var plain = Line.of(2).init(KEY, X).params().get("Dense_0", "kernel");
    assertThat(folded.toFloats()).isEqualTo(jitted.toFloats());
    assertThat(plain.toFloats()).isNotEqualTo(jitted.toFloats());
  }

  @Test
  void equal_modules_share_a_program_and_another_mutability_does_not() {
    var traces = new ArrayList<String>();
    var body =
        (LiftDefinitions.Body)
            (self, x) -> {
              traces.add("trace");
              return x.mul(2);
            };
    var host = Host.of(body).jit();
    host.apply(Variables.empty(), X);
    host.apply(Variables.empty(), X);
    Host.of(body).jit().apply(Variables.empty(), X);
    assertThat(traces).hasSize(1);
    host.apply(Variables.empty(), mutable("state"), m -> m.call(X));
    assertThat(traces).hasSize(2);
  }

  @Test
  void a_kept_program_counts_the_keys_that_its_trace_drew() {
    var host =
        Host.of((self, x) -> {
          var noisy = Noisy.of().named("noisy").jit();
          return List.of(noisy.call(x), ModuleScope.makeRng("noise").data());
        });
    var first = host.apply(Variables.empty(), rng("noise", KEY), m -> m.call(X)).output();
    var again = host.apply(Variables.empty(), rng("noise", KEY), m -> m.call(X)).output();
    assertThat(((Array) ((List<?>) again).get(0)).toFloats())
        .isEqualTo(((Array) ((List<?>) first).get(0)).toFloats());
    assertThat(((Array) ((List<?>) again).get(1)).toInts())
        .isEqualTo(((Array) ((List<?>) first).get(1)).toInts());
  }

  @Test
  void remat_changes_no_numbers() {
    var plain = Line.of(2).named("m");
    var variables = plain.init(KEY, X);
    var kept = plain.remat();
    assertThat(kept.apply(variables, X).toFloats()).isEqualTo(plain.apply(variables, X).toFloats());
    assertThat(kept.init(KEY, X).params().get("Dense_0", "kernel").toFloats())
        .isEqualTo(variables.params().get("Dense_0", "kernel").toFloats());
    assertThat(
            Transforms.grad((Array x) -> kept.apply(variables, x).square().sum())
                .apply(X)
                .toFloats())
        .isEqualTo(
            Transforms.grad((Array x) -> plain.apply(variables, x).square().sum())
                .apply(X)
                .toFloats());
  }

  @Test
  void remat_scan_gives_parameters_an_axis_for_each_level() {
    var stack = Line.of(3).rematScan(2, 4);
    var variables = stack.init(KEY, X);
    assertThat(variables.params().get("Dense_0", "kernel").shape()).isEqualTo(Shape.of(2, 4, 3, 3));
    assertThat(stack.apply(variables, X).shape()).isEqualTo(Shape.of(3));
  }

  @Test
  void what_is_no_array_is_static_in_remat() {
    var host =
        Host.of((self, x) ->
            Lift.remat((Host m, Array a, Boolean doubled) -> doubled ? a.mul(2) : a)
                .apply(self, x, true));
    assertThat(((Array) host.apply(Variables.empty(), X)).toFloats()).containsExactly(2, 4, 6);
  }

  @Test
  void remat_lifts_all_variables_and_streams_unless_some_are_named() {
    var variables = Line.of(2).init(KEY, X);
    var without = Line.of(2).remat().variables(CollectionFilter.of("state"));
    assertThatExceptionOfType(CollectionNotFoundException.class)
        .isThrownBy(() -> without.apply(variables, X))
        .withMessageStartingWith("Parameter \"kernel\" in scope \"/remat()/Dense_0\"");
    var silent = Noisy.of().remat().rngs(CollectionFilter.none());
    assertThatExceptionOfType(MissingRngException.class)
        .isThrownBy(() -> silent.apply(Variables.empty(), rng("noise", KEY), m -> m.call(X)))
        .withMessageMatching(
            "Random stream \"noise\" was requested in scope \"/remat\\(\\)\" at .*, but "
                + "this remat does not lift it\\. Name it in the options, as in "
                + "rngs\\(CollectionFilter\\.of\\(\"noise\"\\)\\)\\.");
  }

  @Test
  void what_a_rematted_module_writes_comes_out() {
    var applied = Total.of().remat().apply(Variables.empty(), mutable("state"), m -> m.call(X));
    assertThat(applied.variables().collection("state").get("total").toFloats())
        .containsExactly(1, 2, 3);
  }
}
