package io.cambric.flax.lift;

import static io.cambric.flax.lift.LiftDefinitions.scalar;
import static io.cambric.module.ApplyOptions.captureIntermediates;
import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.sow;
import static io.cambric.module.ModuleScope.variable;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.module.Applied;
import io.cambric.module.Lift;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn2;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Variables that single branches of the lifted cond and switch make and sow, which Flax 0.12.8
 * refuses.
 */
class BranchVariablesTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = NdArray.of(Shape.of(3), 1, 2, 3);

  private static Host cond(
      boolean first, Fn2<Host, Array, Array> one, Fn2<Host, Array, Array> two) {
    return Host.of(
        (self, x) -> Lift.cond(NdArray.scalar(DType.BOOL, first ? 1 : 0), one, two, self, x));
  }

  private static Host layers(boolean first) {
    return cond(
        first,
        (m, a) -> Dense.of(3).named("one").call(a),
        (m, a) -> Dense.of(3).named("two").call(a));
  }

  @Test
  void branches_may_make_different_parameters() {
    var variables = layers(true).init(KEY, X);
    assertThat(variables.params().paths())
        .containsExactly("one/bias", "one/kernel", "two/bias", "two/kernel");
    for (var name : List.of("one", "two")) {
      var alone = Dense.of(3).apply(Variables.of(variables.params().at(name)), X);
      var host = layers(name.equals("one"));
      assertThat(((Array) host.apply(variables, X)).toFloats()).isEqualTo(alone.toFloats());
    }
  }

  @Test
  void parameters_of_branches_do_not_depend_on_which_is_taken() {
    var first = layers(true).init(KEY, X).params();
    var second = layers(false).init(KEY, X).params();
    for (var name : List.of("one", "two")) {
      assertThat(first.get(name, "kernel").toFloats())
          .isEqualTo(second.get(name, "kernel").toFloats());
      assertThat(first.get(name, "kernel").abs().sum().item()).isPositive();
    }
  }

  @Test
  void switch_may_make_other_parameters_in_each_branch() {
    List<Fn2<Host, Array, Array>> branches =
        List.of(
            (m, a) -> Dense.of(2).named("wide").call(Dense.of(5).named("hidden").call(a)),
            (m, a) -> Dense.of(2).named("narrow").call(a),
            (m, a) -> Numpy.zeros(2));
    var host =
        Host.of((self, x) -> Lift.switchCase(NdArray.scalar(DType.I32, 1), branches, self, x));
    var variables = host.init(KEY, X);
    assertThat(variables.params().entries().keySet()).containsExactly("hidden", "narrow", "wide");
    assertThat(((Array) host.apply(variables, X)).toFloats())
        .isEqualTo(Dense.of(2).apply(Variables.of(variables.params().at("narrow")), X).toFloats());
  }

  @Test
  void a_variable_of_one_branch_has_its_first_value_after_the_other() {
    Fn2<Host, Array, Array> counting =
        (m, a) -> {
          var count = variable("state", "count", () -> scalar(5));
          count.set(count.get().add(a.sum()));
          return a;
        };
    for (boolean taken : List.of(true, false)) {
      var applied =
          cond(taken, counting, (m, a) -> a)
              .apply(Variables.empty(), mutable("state"), m -> m.call(X));
      assertThat(state(applied).get("count").item()).isEqualTo(taken ? 11 : 5);
    }
  }

  @Test
  void a_variable_whose_first_value_depends_on_the_operands_is_zero_after_the_other_branch() {
    Fn2<Host, Array, Array> keeping = (m, a) -> variable("state", "seen", () -> a.mul(2)).get();
    for (boolean taken : List.of(true, false)) {
      var applied =
          cond(taken, keeping, (m, a) -> a)
              .apply(Variables.empty(), mutable("state"), m -> m.call(X));
      var seen = state(applied).get("seen").toFloats();
      assertThat(seen).containsExactly(taken ? new float[] {2, 4, 6} : new float[3]);
    }
  }

  @Test
  void what_one_branch_sows_is_zero_after_the_other() {
    Fn2<Host, Array, Array> sowing =
        (m, a) -> {
          sow("intermediates", "h", a);
          sow("intermediates", "h", Numpy.ones(2));
          return a;
        };
    for (boolean taken : List.of(true, false)) {
      var applied =
          cond(taken, sowing, (m, a) -> a)
              .apply(Variables.empty(), mutable("intermediates"), m -> m.call(X));
      var sown = (List<?>) applied.variables().collection("intermediates").find("h").orElseThrow();
      assertThat(sown).hasSize(2);
      assertThat(((Array) sown.get(0)).toFloats())
          .containsExactly(taken ? new float[] {1, 2, 3} : new float[3]);
      assertThat(((Array) sown.get(1)).toFloats())
          .containsExactly(taken ? new float[] {1, 1} : new float[2]);
    }
  }

  @Test
  void what_branches_sow_is_appended_to_what_was_sown_before() {
    var host =
        Host.of((self, x) -> {
          sow("intermediates", "h", x);
          return Lift.cond(
              NdArray.scalar(DType.BOOL, 0),
              (Host m, Array a) -> {
                sow("intermediates", "h", a);
                return a;
              },
              (m, a) -> {
                sow("intermediates", "h", a.mul(2));
                sow("intermediates", "h", a.mul(3));
                return a;
              },
              self,
              x);
        });
    var applied = host.apply(Variables.empty(), mutable("intermediates"), m -> m.call(X));
    var sown = (List<?>) applied.variables().collection("intermediates").find("h").orElseThrow();
    assertThat(sown.stream().map(each -> ((Array) each).get(0).item()))
        .containsExactly(1.0, 2.0, 3.0);
  }

  @Test
  void what_a_branch_sows_with_a_first_value_is_that_value_after_the_other() {
    Fn2<Host, Array, Array> sowing =
        (m, a) -> {
          sow("losses", "most", a.max(), () -> scalar(-1), Numpy::maximum);
          return a;
        };
    for (boolean taken : List.of(true, false)) {
      var applied =
          cond(taken, sowing, (m, a) -> a)
              .apply(Variables.empty(), mutable("losses"), m -> m.call(X));
      assertThat(applied.variables().collection("losses").get("most").item())
          .isEqualTo(taken ? 3 : -1);
    }
  }

  @Test
  void intermediates_of_branches_are_captured() {
    var variables = layers(true).init(KEY, X);
    var applied = layers(false).apply(variables, captureIntermediates(), m -> m.call(X));
    var seen = applied.variables().collection("intermediates");
    assertThat(((Array) sown(seen, "one")).toFloats()).containsExactly(0, 0, 0);
    assertThat(((Array) sown(seen, "two")).toFloats())
        .isEqualTo(((Array) applied.output()).toFloats());
  }

  private static Object sown(Params intermediates, String layer) {
    return ((List<?>) intermediates.find(layer, "__call__").orElseThrow()).getFirst();
  }

  @Test
  void branches_of_a_choice_in_each_lane_may_make_different_variables() {
    var choice =
        Lift.vmap((Host m, Array a) ->
                Lift.cond(
                    a.gt(1.5),
                    (Host n, Array b) -> variable("state", "big", () -> b).get(),
                    (n, b) -> variable("state", "small", () -> b.neg()).get(),
                    m,
                    a))
            .variableAxis("state", 0);
    var host = Host.of((self, x) -> choice.apply(self, x));
    var applied = host.apply(Variables.empty(), mutable("state"), m -> (Array) m.call(X));
    assertThat(applied.output().toFloats()).containsExactly(-1, 2, 3);
    assertThat(state(applied).get("big").toFloats()).containsExactly(0, 2, 3);
    assertThat(state(applied).get("small").toFloats()).containsExactly(-1, 0, 0);
  }

  @Test
  void branches_draw_the_keys_that_they_draw_when_they_make_the_same_variables() {
    Fn2<Host, Array, List<Array>> plain = (m, a) -> List.of(makeRng("noise").data(), a);
    Fn2<Host, Array, List<Array>> making =
        (m, a) -> {
          variable("state", "v", () -> a);
          return plain.apply(m, a);
        };
    var keys =
        List.of(plain, making).stream()
            .map(second -> {
              var host =
                  Host.of((self, x) ->
                      Lift.cond(NdArray.scalar(DType.BOOL, 0), plain, second, self, x));
              var options = mutable("state").rng("noise", KEY);
              return (List<?>) host.apply(Variables.empty(), options, m -> m.call(X)).output();
            })
            .map(each -> ((Array) each.getFirst()).toInts())
            .toList();
    assertThat(keys.get(1)).isEqualTo(keys.get(0));
  }

  private static Params state(Applied<?> applied) {
    return applied.variables().collection("state");
  }
}
