package io.cambric.conformance.flax.sources;

import static io.cambric.module.ModuleScope.isInitializing;
import static io.cambric.module.ModuleScope.param;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.module.Lift;
import io.cambric.module.ModuleScope;
import io.cambric.nn.Dense;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.LiftedGrads;
import io.cambric.scope.lift.OutputAux;
import io.cambric.scope.lift.Pullback;
import io.cambric.transform.result.WithAux;
import io.cambric.transform.result.WithResiduals;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Map;

/** Functions of modules under the lifted derivatives. */
final class DerivativeModules {

  private DerivativeModules() {}

  @Python(
      """
      class Vjp(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x, y):
              p = self.param('p', nn.initializers.constant(0.5), ())
              def f(mdl, x, y):
                  return p_of(mdl) * x * y
              def p_of(mdl):
                  return mdl.get_variable('params', 'p')
              z, bwd = nn.vjp(f, self, x, y)
              pg, xg, yg = bwd(jnp.ones(z.shape))
              return {'p': p, 'z': z, 'paramsGrad': pg, 'xGrad': xg, 'yGrad': yg}
      """)
  @Module
  record VjpDef(int n) {
    @Compact
    Map<String, Object> call(Array x, Array y) {
      var p = param("p", Initializers.constant(0.5), Shape.scalar());
      var vjp =
          Lift.vjp(
              (m, xy) ->
                  ModuleScope.<Array>getVariable("params", "p")
                      .orElseThrow()
                      .mul(xy.get(0))
                      .mul(xy.get(1)),
              Vjp.self(),
              List.of(x, y));
      var grads = vjp.pullback().apply(Numpy.ones(vjp.output().shape()));
      return Map.of(
          "p", p,
          "z", vjp.output(),
          "paramsGrad", grads.variables(),
          "xGrad", grads.argument().get(0),
          "yGrad", grads.argument().get(1));
    }
  }

  @Python(
      """
      class VjpDense(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              d = nn.Dense(self.n)
              y, bwd, aux = nn.vjp(lambda m, x: (nn.tanh(m(x)), x * 2), d, x, has_aux=True)
              pg, xg = bwd(2.0 * jnp.ones(y.shape))
              return {'y': y, 'aux': aux, 'paramsGrad': pg, 'xGrad': xg}
      """)
  @Module
  record VjpDenseDef(int n) {
    @Compact
    Map<String, Object> call(Array x) {
      var vjp = Lift.vjpAux((m, a) -> new OutputAux<>(m.call(a).tanh(), a.mul(2)), Dense.of(n), x);
      var grads = vjp.pullback().apply(Numpy.ones(vjp.output().shape()).mul(2));
      return Map.of(
          "y", vjp.output(),
          "aux", vjp.aux(),
          "paramsGrad", grads.variables(),
          "xGrad", grads.argument());
    }
  }

  @Python(
      """
      class Jvp(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x, dx):
              d = nn.Dense(self.n)
              if self.is_initializing():
                  d(x)
                  return x
              pt = jax.tree_util.tree_map(jnp.ones_like, d.variables['params'])
              y, yt = nn.jvp(lambda m, x: nn.tanh(m(x)), d, (x,), (dx,), variable_tangents={'params': pt})
              y0, yt0 = nn.jvp(lambda m, x: nn.tanh(m(x)), d, (x,), (dx,), variable_tangents={})
              return {'y': y, 'tangent': yt, 'tangentNoVars': yt0}
      """)
  @Module
  record JvpDef(int n) {
    @Compact
    Object call(Array x, Array dx) {
      var dense = Dense.of(n);
      if (isInitializing()) {
        dense.call(x);
        return x;
      }
      var ones = Variables.of(dense.variables().params().map(Numpy::onesLike));
      var jvp = Lift.jvp((m, a) -> m.call(a).tanh(), dense, x, dx, ones);
      var constant = Lift.jvp((m, a) -> m.call(a).tanh(), dense, x, dx, Variables.empty());
      return Map.of(
          "y", jvp.output(), "tangent", jvp.tangent(), "tangentNoVars", constant.tangent());
    }
  }

  @Python(
      """
      class Grad(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x, y):
              d = nn.Dense(self.n)
              def f(m, x, y):
                  return jnp.sum(m(x) ** 2) * jnp.sum(y)
              g = nn.grad(f, d, x, y)
              v, g2 = nn.value_and_grad(f, d, x, y)
              (v3, aux), g3 = nn.value_and_grad(lambda m, x, y: (f(m, x, y), x + 1), d, x, y, has_aux=True)
              return {'grad': g, 'value': v, 'grads': g2, 'aux': aux, 'grads3': g3}
      """)
  @Module
  record GradDef(int n) {
    private static Array loss(Dense dense, List<Array> xy) {
      return dense.call(xy.get(0)).square().sum().mul(xy.get(1).sum());
    }

    @Compact
    Map<String, Object> call(Array x, Array y) {
      var dense = Dense.of(n);
      var xy = List.of(x, y);
      var grad = Lift.grad(GradDef::loss, dense, xy);
      var both = Lift.valueAndGrad(GradDef::loss, dense, xy);
      var aux =
          Lift.valueAndGradAux((m, a) -> new WithAux<>(loss(m, a), a.get(0).add(1)), dense, xy);
      return Map.of(
          "grad", grad,
          "value", both.value(),
          "grads", both.grads(),
          "aux", aux.aux(),
          "grads3", aux.grads());
    }
  }

  @Python(
      """
      class CustomVjpSign(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              def f(mdl, x):
                  return mdl(x)
              def fwd(mdl, x):
                  y, vjp_fn = nn.vjp(f, mdl, x)
                  return y, vjp_fn
              def bwd(vjp_fn, dy):
                  pg, xg = vjp_fn(dy)
                  return jax.tree_util.tree_map(jnp.sign, pg), 3.0 * xg
              return nn.custom_vjp(f, forward_fn=fwd, backward_fn=bwd)(nn.Dense(self.n), x)
      """)
  @Module
  record CustomVjpSignDef(int n) {
    @Compact
    Array call(Array x) {
      return Lift.customVjp(
              Dense::call,
              (m, a) -> {
                var vjp = Lift.vjp(Dense::call, m, a);
                return new WithResiduals<>(vjp.output(), vjp.pullback());
              },
              (Pullback<Array, Array> pullback, Array dy) -> {
                var grads = pullback.apply(dy);
                return new LiftedGrads<>(
                    Trees.map(grads.variables(), leaf -> Lax.sign((Array) leaf)),
                    grads.argument().mul(3));
              })
          .apply(Dense.of(n), x);
    }
  }
}
