package io.cambric.flax.lift;

import static io.cambric.flax.lift.LiftDefinitions.scalar;
import static io.cambric.module.ApplyOptions.mutable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DifferentiationException;
import io.cambric.errors.TreeStructureException;
import io.cambric.module.Lift;
import io.cambric.module.ModuleScope;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.LiftedGrads;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.WithResiduals;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Derivatives with respect to variables and arguments of modules. */
class LiftedDerivativesTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = NdArray.of(Shape.of(3), 1, 2, 3);

  private static Variables init(Host host) {
    return host.init(KEY, X);
  }

  @Test
  void vjp_differentiates_parameters_and_argument_and_keeps_what_is_written() {
    var host =
        Host.of((self, x) -> {
          var vjp =
              Lift.vjp(
                  (Scale m, Array a) -> {
                    ModuleScope.sow("intermediates", "seen", a);
                    return m.call(a);
                  },
                  Scale.of().named("scale"),
                  x);
          var grads = vjp.pullback().apply(Numpy.ones(3));
          return List.of(grads.variables().params().get("p"), grads.argument());
        });
    var applied =
        host.apply(
            Variables.of(Params.of("scale", Params.of("p", scalar(2)))),
            mutable("intermediates"),
            m -> m.call(X));
    var grads = (List<?>) applied.output();
    assertThat(((Array) grads.get(0)).item()).isEqualTo(6);
    assertThat(((Array) grads.get(1)).toFloats()).containsExactly(2, 2, 2);
    assertThat(applied.variables().collection("intermediates").contains("scale", "seen")).isTrue();
  }

  private static final Variables SCALED =
      Variables.of(Params.of("scale", Params.of("p", scalar(2))));

  private static Host host(Fn2<Scale, Array, Object> function) {
    return Host.of((self, x) -> function.apply(Scale.of().named("scale"), x));
  }

  @Test
  void jvp_takes_tangents_of_variables_by_collection() {
    var one = Variables.of(Params.of("p", scalar(1)));
    var along =
        host((scale, x) -> Lift.jvp((m, a) -> m.call(a), scale, x, Numpy.zeros(3), one).tangent());
    assertThat(((Array) along.apply(SCALED, X)).toFloats()).containsExactly(1, 2, 3);
  }

  @Test
  void collections_without_tangents_are_constant() {
    for (var none : List.of(Variables.empty(), Variables.of(Params.empty()))) {
      var along =
          host((scale, x) -> {
            var jvp = Lift.jvp((m, a) -> m.call(a), scale, x, Numpy.ones(3), none);
            return List.of(jvp.output(), jvp.tangent());
          });
      var both = (List<?>) along.apply(SCALED, X);
      assertThat(((Array) both.get(0)).toFloats()).containsExactly(2, 4, 6);
      assertThat(((Array) both.get(1)).toFloats()).containsExactly(2, 2, 2);
    }
  }

  @Test
  void grad_differentiates_the_argument_alone() {
    var both =
        host((scale, x) -> {
          var all = Lift.valueAndGrad((m, a) -> m.call(a).sum(), scale, x);
          return List.of(all.value(), all.grads(), Lift.grad((m, a) -> m.call(a).sum(), scale, x));
        });
    var found = (List<?>) both.apply(SCALED, X);
    assertThat(((Array) found.get(0)).item()).isEqualTo(12);
    assertThat(((Array) found.get(1)).toFloats()).containsExactly(2, 2, 2);
    assertThat(((Array) found.get(2)).toFloats()).containsExactly(2, 2, 2);
  }

  @Test
  void the_value_must_be_a_scalar() {
    var rows = host((scale, x) -> Lift.grad((m, a) -> m.call(a), scale, x));
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> rows.apply(SCALED, X))
        .withMessage(
            "grad needs a function with a scalar output, but it returned f32[3]. Sum or average it,"
                + " or use vjp or jacrev.");
  }

  @Test
  void other_modules_may_take_part() {
    var host =
        Host.of((self, x) -> {
          var outer = Holder.of(Dense.of(1));
          return Lift.grad((Holder m, Array a) -> m.call(a).sum(), outer, x);
        });
    var variables = host.init(KEY, X);
    assertThat(((Array) host.apply(variables, X)).toFloats())
        .isEqualTo(variables.params().get("Dense_0", "kernel").reshape(3).toFloats());
  }

  @Test
  void a_backward_rule_gives_the_cotangents_of_parameters_and_argument() {
    var custom =
        Lift.customVjp(
            (Scale m, Array a) -> m.call(a),
            (m, a) -> new WithResiduals<>(m.call(a), a),
            (Array a, Array cotangent) ->
                new LiftedGrads<>(Variables.of(Params.of("p", a.sum())), cotangent.mul(7)));
    var host = host((scale, x) -> custom.apply(scale, x));
    assertThat(((Array) host.apply(SCALED, X)).toFloats()).containsExactly(2, 4, 6);
    var ofParams =
        Transforms.grad((Params p) -> ((Array) host.apply(Variables.of(p), X)).sum())
            .apply(SCALED.params());
    assertThat(ofParams.get("scale", "p").item()).isEqualTo(6);
    var ofArgument = Transforms.grad((Array x) -> ((Array) host.apply(SCALED, x)).sum()).apply(X);
    assertThat(ofArgument.toFloats()).containsExactly(7, 7, 7);
  }

  @Test
  void a_backward_rule_may_leave_out_the_parameters() {
    var custom =
        Lift.customVjp(
            CollectionFilter.none(),
            (Scale m, Array a) -> m.call(a),
            (m, a) -> new WithResiduals<>(m.call(a), List.of()),
            (List<Object> none, Array cotangent) ->
                new LiftedGrads<>(Variables.empty(), cotangent.mul(7)));
    var host = host((scale, x) -> custom.apply(scale, x));
    var ofParams =
        Transforms.grad((Params p) -> ((Array) host.apply(Variables.of(p), X)).sum())
            .apply(SCALED.params());
    assertThat(ofParams.get("scale", "p").item()).isZero();
    var ofArgument = Transforms.grad((Array x) -> ((Array) host.apply(SCALED, x)).sum()).apply(X);
    assertThat(ofArgument.toFloats()).containsExactly(7, 7, 7);
  }

  @Test
  void cotangents_of_variables_must_have_their_structure() {
    var custom =
        Lift.customVjp(
            (Scale m, Array a) -> m.call(a),
            (m, a) -> new WithResiduals<>(m.call(a), a),
            (Array a, Array cotangent) ->
                new LiftedGrads<>(Variables.of(Params.of("q", a.sum())), cotangent));
    var host = host((scale, x) -> custom.apply(scale, x));
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(
            () -> Transforms.grad((Array x) -> ((Array) host.apply(SCALED, x)).sum()).apply(X))
        .withMessage(
            "The backward rule of customVjp needs trees of equal structure, but at "
                + "\"/0/0/0/params\" the argument has params(p: *) and the cotangent it returned "
                + "has params(q: *). Give both the same keys, lengths and record types.");
  }
}
