package io.cambric.flax.lift;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.module.ApplyOptions.rng;
import static io.cambric.module.ModuleScope.makeRng;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.data.Offset.offset;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.CollectionNotFoundException;
import io.cambric.errors.ImmutableCollectionException;
import io.cambric.errors.MissingRngException;
import io.cambric.lax.Lax;
import io.cambric.module.Lift;
import io.cambric.module.ModuleScope;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.BranchLift;
import io.cambric.scope.lift.WhileLift;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Loops and branches of modules, as of {@code nn.while_loop}, {@code nn.cond}, {@code nn.switch}.
 */
class BranchesTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = NdArray.of(Shape.of(3), 1, 2, 3);

  private static final Array TRUE = NdArray.scalar(DType.BOOL, 1);

  private static Variables init(Host host) {
    return host.init(KEY, X);
  }

  @Test
  void switch_clamps_its_index() {
    List<Fn2<Host, Array, Array>> all = List.of((m, a) -> a, (m, a) -> a.mul(2));
    var host = Host.of((self, x) -> Lift.switchCase(NdArray.scalar(DType.I32, 9), all, self, x));
    assertThat(((Array) host.apply(Variables.empty(), X)).toFloats()).containsExactly(2, 4, 6);
  }

  @Test
  void the_condition_sees_carried_variables_and_may_not_write() {
    Fn2<Total, Array, Array> whole = (m, a) -> m.call(a);
    var writing =
        Host.of((self, x) ->
            Lift.whileLoop(
                WhileLift.NONE.withVariableCarry("state"),
                (Total m, Array a) -> m.call(a).sum().lt(3),
                whole,
                Total.of().named("total"),
                x));
    assertThatExceptionOfType(ImmutableCollectionException.class)
        .isThrownBy(() -> writing.apply(TOTAL, mutable("state"), m -> m.call(X)))
        .withMessageMatching(
            "Variable \"total\" in scope \"/while_loop\\(total\\)\" at .* cannot be "
                + "written, because the condition of this while_loop is read-only\\. Write the "
                + "variable in the body\\.");
    var reading =
        Host.of((self, x) ->
            Lift.whileLoop(
                WhileLift.NONE.withVariableCarry("state"),
                (Total m, Array a) ->
                    ModuleScope.<Array>getVariable("state", "total").orElseThrow().sum().lt(100),
                whole,
                Total.of().named("total"),
                x));
    var applied = reading.apply(TOTAL, mutable("state"), m -> m.call(X));
    // 6, then 6 + 6 = 12, 12 + 12 = 24 and so on up to 192.
    assertThat(applied.variables().collection("state").get("total", "total").sum().item())
        .isEqualTo(192);
  }

  private static final Variables TOTAL =
      Variables.of("state", Params.of("total", Params.of("total", X)));

  @Test
  void collections_that_are_not_carried_are_read_only_in_the_body() {
    var host =
        Host.of((self, x) ->
            Lift.whileLoop(
                (Total m, Array a) -> a.sum().lt(100),
                (m, a) -> m.call(a),
                Total.of().named("total"),
                x));
    assertThatExceptionOfType(ImmutableCollectionException.class)
        .isThrownBy(() -> host.apply(TOTAL, mutable("state"), m -> m.call(X)))
        .withMessageMatching(
            "Variable \"total\" in scope \"/while_loop\\(total\\)\" at .* cannot be "
                + "written, because collection \"state\" is not an output of this while_loop\\. "
                + "Declare it in the options, as in variableCarry\\(\"state\"\\)\\.");
  }

  private static List<?> keys(WhileLift rngs) {
    var host =
        Host.of((self, x) ->
            Lift.whileLoop(
                rngs,
                (Host m, List<Array> carry) -> carry.get(0).lt(2),
                (m, carry) -> {
                  var drawn = Lax.convertElementType(makeRng("a").data(), DType.I32);
                  return List.of(carry.get(0).add(1), carry.get(2), drawn);
                },
                self,
                List.of(
                    x, Numpy.zeros(Shape.of(2), DType.I32), Numpy.zeros(Shape.of(2), DType.I32))));
    var start = NdArray.scalar(DType.I32, 0);
    return (List<?>) host.apply(Variables.empty(), rng("a", KEY), m -> m.call(start)).output();
  }

  @Test
  void split_streams_fold_in_the_iteration_and_shared_ones_draw_the_same() {
    // Recorded from Flax 0.12.8.
    var split = keys(WhileLift.NONE.withSplitRngs("a"));
    assertThat(((Array) split.get(1)).toInts()).containsExactly(58147272, (int) 3331382373L);
    assertThat(((Array) split.get(2)).toInts()).containsExactly((int) 2456923375L, 1475677105);
    var shared = keys(WhileLift.NONE.withShareRngs("a"));
    for (int iteration = 1; iteration <= 2; iteration++) {
      assertThat(((Array) shared.get(iteration)).toInts())
          .containsExactly(1428664606, (int) 3351135085L);
    }
  }

  @Test
  void what_the_taken_branch_writes_is_kept() {
    for (boolean taken : List.of(true, false)) {
      var host =
          Host.of((self, x) ->
              Lift.cond(
                  NdArray.scalar(DType.BOOL, taken ? 1 : 0),
                  (Total m, Array a) -> m.call(a),
                  (m, a) -> m.call(a.mul(10)),
                  Total.of().named("total"),
                  x));
      var applied = host.apply(TOTAL, mutable("state"), m -> m.call(X));
      assertThat(applied.variables().collection("state").get("total", "total").toFloats())
          .containsExactly(taken ? new float[] {2, 4, 6} : new float[] {11, 22, 33});
    }
  }

  @Test
  void branches_take_no_argument_or_two() {
    var none =
        Host.of((self, x) -> Lift.cond(TRUE, (Total m) -> m.call(x), m -> x.mul(0), total()));
    var two =
        Host.of((self, x) ->
            Lift.cond(
                TRUE,
                (Total m, Array a, Array b) -> m.call(a.mul(b)),
                (m, a, b) -> a,
                total(),
                x,
                x));
    List<Fn3<Total, Array, Array, Array>> all =
        List.of((m, a, b) -> a, (m, a, b) -> m.call(a.sub(b)));
    var second =
        Host.of((self, x) -> Lift.switchCase(NdArray.scalar(DType.I32, 1), all, total(), x, x));

    assertThat(totalAfter(two)).containsExactly(2, 6, 12);
    assertThat(totalAfter(second)).containsExactly(1, 2, 3);
    assertThat(totalAfter(none)).containsExactly(2, 4, 6);
  }

  private static Total total() {
    return Total.of().named("total");
  }

  private static float[] totalAfter(Host host) {
    var applied = host.apply(TOTAL, mutable("state"), m -> m.call(X));
    return applied.variables().collection("state").get("total", "total").toFloats();
  }

  @Test
  void branches_use_only_the_collections_and_streams_of_the_filters() {
    Fn2<Total, Array, Array> whole = (m, a) -> m.call(a);
    assertThatExceptionOfType(CollectionNotFoundException.class)
        .isThrownBy(() ->
            Host.of((self, x) ->
                    Lift.cond(
                        BranchLift.ALL.withVariables("params"), TRUE, whole, whole, total(), x))
                .apply(TOTAL, X))
        .withMessageContaining("\"state\"");
    Fn2<Total, Array, Array> drawn = (m, a) -> makeRng("a").data();
    var one = List.of(drawn);
    var zero = NdArray.scalar(DType.I32, 0);
    assertThatExceptionOfType(MissingRngException.class)
        .isThrownBy(() ->
            Host.of((self, x) ->
                    Lift.switchCase(BranchLift.ALL.withRngs("b"), zero, one, total(), x))
                .apply(TOTAL, rng("a", KEY), m -> m.call(X)))
        .withMessageContaining("\"a\"");
  }

  @Test
  void branches_that_make_the_same_parameters_draw_their_keys_one_after_the_other() {
    // Recorded from Flax 0.12.8: the parameters are those of the branch that is taken.
    assertThat(kernel(true))
        .containsExactly(
            new float[] {0.1264135f, 0.22541702f, 1.1928278f, -0.01163032f}, offset(1e-6f));
    assertThat(kernel(false))
        .containsExactly(
            new float[] {1.4116644f, -0.1258613f, -0.31011328f, -0.0313948f}, offset(1e-6f));
  }

  private static float[] kernel(boolean taken) {
    Fn2<Host, Array, Array> layer = (m, a) -> Dense.of(2).named("layer").call(a);
    var host =
        Host.of((self, x) ->
            Lift.cond(NdArray.scalar(DType.BOOL, taken ? 1 : 0), layer, layer, self, x));
    return host.init(KEY, Numpy.ones(2)).params().get("layer", "kernel").toFloats();
  }

  @Test
  void branches_may_be_methods() {
    var host =
        Host.of((self, x) ->
            Lift.switchCase(
                NdArray.scalar(DType.I32, 1),
                List.<Fn2<TwoMethods, Array, Array>>of(TwoMethods::call, TwoMethods::doubled),
                TwoMethods.of(2).named("both"),
                x));
    var variables = init(host);
    var both = TwoMethods.of(2).bind(Variables.of(variables.params().at("both")));
    assertThat(((Array) host.apply(variables, X)).toFloats()).isEqualTo(both.doubled(X).toFloats());
  }
}
