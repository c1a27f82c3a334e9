package io.cambric.flax.lift;

import static io.cambric.flax.lift.LiftDefinitions.scalar;
import static io.cambric.module.ApplyOptions.mutable;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.module.Lambda2;
import io.cambric.module.LambdaLayer;
import io.cambric.module.Lift;
import io.cambric.module.ModuleScope;
import io.cambric.module.Modules;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Params;
import io.cambric.scope.Scope;
import io.cambric.scope.ScopeFn;
import io.cambric.scope.Scopes;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.BranchLift;
import io.cambric.scope.lift.LiftedGrads;
import io.cambric.scope.lift.Lifts;
import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.RematScanLift;
import io.cambric.scope.lift.ScanLift;
import io.cambric.scope.lift.VmapLift;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.WithResiduals;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Custom derivatives of functions that write variables, and lifts of lambdas and scopes. */
class LiftedCustomRulesTest {

  private static final Key KEY = Key.of(0);

  /** As Flax 0.12.8: the counter has no derivative, the value has. */
  @Test
  void customVjp_of_a_function_that_counts_in_integers_has_gradients() {
    var model =
        Modules.withSelf(
            "Counted",
            (self, x) ->
                Lift.customVjp(
                        LiftedCustomRulesTest::counted,
                        (m, y) -> {
                          var vjp = Lift.vjp(LiftedCustomRulesTest::counted, m, y);
                          return new WithResiduals<>(vjp.output(), vjp.pullback());
                        },
                        (pullback, cotangent) -> pullback.apply(cotangent.mul(10)))
                    .apply(self, x));
    var variables = model.init(KEY, scalar(3));

    Fn<Params, Array> loss =
        p -> model.apply(variables.withParams(p), mutable("state"), scalar(3)).output();

    assertThat(Transforms.grad(loss).apply(variables.params()).get("p").item()).isEqualTo(30);
    var state = model.apply(variables, mutable("state"), scalar(3)).variables().collection("state");
    assertThat(state.get("count").dtype()).isEqualTo(DType.I32);
    assertThat(state.get("count").item()).isEqualTo(2);
    assertThat(state.get("positive").dtype()).isEqualTo(DType.BOOL);
  }

  private static Array counted(LambdaLayer m, Array x) {
    var count = ModuleScope.<Array>variable("state", "count", () -> NdArray.scalar(DType.I32, 0));
    count.set(count.get().add(1));
    var positive = ModuleScope.<Array>variable("state", "positive", () -> x.lt(0));
    positive.set(x.gt(0));
    return x.mul(ModuleScope.param("p", Initializers.constant(0.5), Shape.scalar()));
  }

  @Test
  void a_parameter_that_passes_through_a_customVjp_keeps_its_other_gradients() {
    var model =
        Modules.of(
            "Twice",
            x -> {
              var scale = Scale.of().named("scale");
              var first =
                  Lift.customVjp(
                          (Scale m, Array y) -> m.call(y),
                          (m, y) -> {
                            var vjp = Lift.vjp((Scale n, Array z) -> n.call(z), m, y);
                            return new WithResiduals<>(vjp.output(), vjp.pullback());
                          },
                          (pullback, cotangent) -> pullback.apply(cotangent))
                      .apply(scale, x);
              return first.add(scale.call(x));
            });
    var variables = model.init(KEY, scalar(3));
    Fn<Params, Array> loss =
        p -> model.apply(Variables.of(p), mutable("params"), scalar(3)).output();

    assertThat(Transforms.grad(loss).apply(variables.params()).get("scale", "p").item())
        .isEqualTo(6);
  }

  @Test
  void a_lambda_with_self_gives_its_module_to_transformations() {
    var choice =
        Modules.withSelf(
            "Choice",
            (self, x) ->
                Lift.cond(
                    x.sum().gt(0),
                    (m, y) -> Line.of(2).named("line").call(y),
                    (m, y) -> y.mul(2),
                    self,
                    x));
    var variables = choice.init(KEY, Numpy.ones(2));

    assertThat(variables.params().paths())
        .containsExactly("line/Dense_0/bias", "line/Dense_0/kernel");
    assertThat(choice.apply(variables, Numpy.ones(2).neg()).toFloats()).containsExactly(-2, -2);
    var trained =
        Modules.withSelf(
            "Trained",
            (self, x, train) ->
                Lift.remat((Lambda2<Array, Boolean, Array> _, Array y) -> train ? y.mul(3) : y)
                    .apply(self, x));
    assertThat(trained.apply(Variables.empty(), Numpy.ones(1), true).toFloats()).containsExactly(3);
  }

  private static Array scaled(Scope scope, Array x) {
    return x.mul(scope.param("p", Initializers.constant(0.5), Shape.scalar()));
  }

  @Test
  void functions_of_scopes_have_the_transformations_of_modules() {
    ScopeFn<Array, Array> scaled = LiftedCustomRulesTest::scaled;
    var params = Scopes.init(KEY, scope -> scaled(scope, scalar(3)));
    Fn<ScopeFn<Array, Array>, Double> gradient =
        f ->
            Transforms.grad(
                    (Params p) -> Scopes.apply(Variables.of(p), scope -> f.apply(scope, scalar(3))))
                .apply(params.params())
                .get("p")
                .item();

    assertThat(gradient.apply(Lifts.remat(scaled))).isEqualTo(3);
    assertThat(gradient.apply(Lifts.remat(scaled, RematLift.ALL.withPreventCse(false))))
        .isEqualTo(3);
    assertThat(
            gradient.apply(
                Lifts.rematScan(
                    scaled,
                    RematScanLift.of(List.of(2, 2))
                        .withScan(ScanLift.NONE.withVariableBroadcast("params")))))
        .isEqualTo(4 * 3 * 0.125);
    assertThat(
            gradient.apply(
                Lifts.customJvp(
                    scaled,
                    (LiftedGrads<Array> at, LiftedGrads<Array> tangent) ->
                        new Jvp<>(
                            at.argument().mul(at.variables().params().get("p")),
                            tangent.variables().params().get("p").mul(7)))))
        .isEqualTo(7);
    ScopeFn<Array, Array> chosen =
        (scope, x) ->
            Lifts.cond(
                BranchLift.ALL.withVariables("params"), x.gt(0), scaled, (_, y) -> y, scope, x);
    assertThat(gradient.apply(chosen)).isEqualTo(3);
    ScopeFn<Array, Array> switched =
        (scope, x) ->
            Lifts.switchCase(
                BranchLift.ALL.withVariables("params"),
                NdArray.scalar(DType.I32, 1),
                List.<ScopeFn<Array, Array>>of((_, y) -> y, scaled),
                scope,
                x);
    assertThat(gradient.apply(switched)).isEqualTo(3);
    var vjp =
        Scopes.apply(
            params,
            scope -> {
              var all = Lifts.vjp(CollectionFilter.none(), scaled, scope, scalar(3));
              return all.pullback().apply(scalar(1)).argument();
            });
    assertThat(vjp.item()).isEqualTo(0.5);
    var workers =
        Scopes.apply(
            params,
            scope ->
                Lifts.pmap(scaled, VmapLift.NONE.withVariableBroadcast("params"))
                    .apply(scope, Numpy.ones(2)));
    assertThat(workers.toFloats()).containsExactly(0.5f, 0.5f);
  }
}
