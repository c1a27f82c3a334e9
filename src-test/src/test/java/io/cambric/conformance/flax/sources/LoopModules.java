package io.cambric.conformance.flax.sources;

import static io.cambric.module.ModuleScope.isInitializing;
import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.variable;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.module.Lift;
import io.cambric.nn.Dense;
import io.cambric.scope.Params;
import io.cambric.scope.lift.WhileLift;
import io.cambric.transform.function.Fn2;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Functions of modules under the lifted while loop, cond and switch. */
final class LoopModules {

  private LoopModules() {}

  /** The kernel of a submodule, read by its name. */
  private static Array kernel(String name) {
    return io.cambric.module.ModuleScope.<Params>getVariable("params", name)
        .orElseThrow()
        .get("kernel");
  }

  @Python(
      """
      class WhileKeys(nn.Module):
          @nn.compact
          def __call__(self, x):
              def cond(mdl, c):
                  return c['i'] < 3
              def body(mdl, c):
                  i = c['i']
                  a = jax.random.key_data(mdl.make_rng('loop'))
                  p = jax.random.key_data(mdl.make_rng('params'))
                  return {'i': i + 1, 'a': c['a'].at[i].set(a), 'p': c['p'].at[i].set(p)}
              init = {'i': jnp.array(0), 'a': jnp.zeros((3, 2), jnp.uint32), 'p': jnp.zeros((3, 2), jnp.uint32)}
              return nn.while_loop(cond, body, self, init, split_rngs={'params': False, 'loop': True})
      """)
  @Module
  record WhileKeysDef() {
    @Compact
    Map<String, Array> call(Array x) {
      var none = Lax.zeros(new io.cambric.core.ShapedArray(Shape.of(3, 2), DType.U32));
      var init = Map.<String, Array>of("i", NdArray.scalar(DType.I32, 0), "a", none, "p", none);
      return Lift.whileLoop(
          WhileLift.NONE.withShareRngs("params").withSplitRngs("loop"),
          (WhileKeys m, Map<String, Array> c) -> c.get("i").lt(3),
          (m, c) -> {
            var i = c.get("i");
            var a = row(c.get("a"), i, makeRng("loop").data());
            var p = row(c.get("p"), i, makeRng("params").data());
            return Map.of("i", i.add(1), "a", a, "p", p);
          },
          WhileKeys.self(),
          init);
    }

    private static Array row(Array rows, Array i, Array row) {
      var zero = NdArray.scalar(DType.I32, 0);
      return Lax.dynamicUpdateSlice(rows, row.expandDims(0), List.of(i, zero));
    }
  }

  @Python(
      """
      class While(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              acc = self.variable('state', 'acc', lambda: jnp.array(0))
              dense = nn.Dense(x.shape[-1])
              if self.is_initializing():
                  return dense(x)
              def cond(mdl, c):
                  return mdl.get_variable('state', 'acc') < self.n
              def body(mdl, c):
                  a = mdl.variable('state', 'acc')
                  a.value = a.value + 1
                  return nn.tanh(mdl.get_variable('params', 'Dense_0')['kernel'].T @ c[0] + c[0])[None]
              return nn.while_loop(cond, body, self, x, carry_variables='state')
      """)
  @Module
  record WhileDef(int n) {
    @Compact
    Array call(Array x) {
      variable("state", "acc", () -> NdArray.scalar(DType.I32, 0));
      var dense = Dense.of(x.dim(-1));
      if (isInitializing()) {
        return dense.call(x);
      }
      return Lift.whileLoop(
          WhileLift.NONE.withVariableCarry("state"),
          (While m, Array c) -> state().lt(n),
          (m, c) -> {
            var acc = io.cambric.module.ModuleScope.<Array>variable("state", "acc");
            acc.set(acc.get().add(1));
            var row = c.get(0);
            return kernel("Dense_0").transpose().matmul(row).add(row).tanh().expandDims(0);
          },
          While.self(),
          x);
    }

    private Array state() {
      return io.cambric.module.ModuleScope.<Array>getVariable("state", "acc").orElseThrow();
    }
  }

  @Python(
      """
      class Cond(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x, pred):
              state = self.variable('state', 'true_count', lambda: 0)
              def tr(m, x):
                  m.variable('state', 'true_count').value += 1
                  return nn.Dense(self.n, name='dense')(x)
              def fa(m, x):
                  return -nn.Dense(self.n, name='dense')(x)
              return nn.cond(pred, tr, fa, self, x)
      """)
  @Module
  record CondDef(int n) {
    @Compact
    Array call(Array x, Array pred) {
      variable("state", "true_count", () -> NdArray.weakScalar(0));
      return Lift.cond(
          pred,
          (Cond m, Array y) -> {
            var count = io.cambric.module.ModuleScope.<Array>variable("state", "true_count");
            count.set(count.get().add(1));
            return Dense.of(n).named("dense").call(y);
          },
          (m, y) -> Dense.of(n).named("dense").call(y).neg(),
          Cond.self(),
          x);
    }
  }

  @Python(
      """
      class Switch(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x, index):
              heads = [nn.Dense(self.n, name='h%d' % i) for i in range(3)]
              def head(i):
                  return lambda mdl, x: heads[i](x)
              if self.is_initializing():
                  for h in heads:
                      h(x)
              bs = [lambda m, x: x @ m.get_variable('params', 'h0')['kernel'], lambda m, x: -x @ m.get_variable('params', 'h1')['kernel'], lambda m, x: 2 * x @ m.get_variable('params', 'h2')['kernel']]
              return nn.switch(index, bs, self, x)
      """)
  @Module
  record SwitchDef(int n) {
    @Compact
    Array call(Array x, Array index) {
      var heads = IntStream.range(0, 3).mapToObj(i -> Dense.of(n).named("h" + i)).toList();
      if (isInitializing()) {
        heads.forEach(head -> head.call(x));
      }
      List<Fn2<Switch, Array, Array>> branches =
          List.of(
              (m, y) -> y.matmul(kernel("h0")),
              (m, y) -> y.neg().matmul(kernel("h1")),
              (m, y) -> y.mul(2).matmul(kernel("h2")));
      return Lift.switchCase(index, branches, Switch.self(), x);
    }
  }
}
