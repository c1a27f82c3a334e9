package io.cambric.conformance.flax.sources;

import static io.cambric.module.ModuleScope.isInitializing;
import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.param;
import static io.cambric.module.ModuleScope.perturb;
import static io.cambric.module.ModuleScope.sow;
import static io.cambric.module.ModuleScope.variable;
import static io.cambric.numpy.Activations.relu;
import static io.cambric.numpy.Initializers.lecunNormal;
import static io.cambric.numpy.Initializers.normal;
import static io.cambric.numpy.Initializers.zeros;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.scope.Variable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parameters, variables, sown values and perturbations. */
final class VariableModules {

  private VariableModules() {}

  @Python(
      """
      class ParamOrder(nn.Module):
          @nn.compact
          def __call__(self, x):
              z = self.param('zeta', nn.initializers.normal(1.0), (3,))
              a = self.param('alpha', nn.initializers.normal(1.0), (3,))
              s = self.variable('state', 'count', lambda: jnp.zeros((), jnp.int32))
              m = self.param('mid', nn.initializers.zeros, (3,))
              b = self.param('beta', nn.initializers.normal(1.0), (3,))
              if not self.is_initializing():
                  s.value = s.value + 1
              return x * z + a * m + b
      """)
  @Module
  record ParamOrderDef() {
    @Compact
    Array call(Array x) {
      var z = param("zeta", normal(1), Shape.of(3));
      var a = param("alpha", normal(1), Shape.of(3));
      Variable<Array> s = variable("state", "count", () -> NdArray.scalar(DType.I32, 0));
      var m = param("mid", zeros(), Shape.of(3));
      var b = param("beta", normal(1), Shape.of(3));
      if (!isInitializing()) {
        s.set(s.get().add(1));
      }
      return x.mul(z).add(a.mul(m)).add(b);
    }
  }

  @Python(
      """
      class CustomInitVariable(nn.Module):
          @nn.compact
          def __call__(self, x):
              w = self.param('w', nn.initializers.lecun_normal(), (x.shape[-1], 2))
              r = self.variable('rand', 'r', lambda: jax.random.normal(self.make_rng('params'), (2,)))
              v = self.param('v', nn.initializers.lecun_normal(), (2, 2))
              return (x @ w + r.value) @ v
      """)
  @Module
  record CustomInitVariableDef() {
    @Compact
    Array call(Array x) {
      var w = param("w", lecunNormal(), Shape.of(x.dim(-1), 2));
      Variable<Array> r =
          variable("rand", "r", () -> Random.normal(makeRng("params"), Shape.of(2)));
      var v = param("v", lecunNormal(), Shape.of(2, 2));
      return x.matmul(w).add(r.get()).matmul(v);
    }
  }

  @Python(
      """
      class TreeParam(nn.Module):
          @nn.compact
          def __call__(self, x):
              p = self.param('both', lambda key, n: {'k': jax.random.normal(key, (n,)), 'b': jnp.zeros((n,))}, x.shape[-1])
              return x * p['k'] + p['b']
      """)
  @Module
  record TreeParamDef() {
    @Compact
    Array call(Array x) {
      int n = x.dim(-1);
      Map<String, Array> p = param("both", key -> both(key, n));
      return x.mul(p.get("k")).add(p.get("b"));
    }

    private static Map<String, Array> both(Key key, int n) {
      var both = new LinkedHashMap<String, Array>();
      both.put("k", Random.normal(key, Shape.of(n)));
      both.put("b", Numpy.zeros(n));
      return both;
    }
  }

  @Python(
      """
      class NoiseParam(nn.Module):
          \"""draws from params between two parameter creations: the counter moves\"""
          @nn.compact
          def __call__(self, x):
              w = self.param('w', nn.initializers.normal(1.0), (2,))
              self.make_rng('params')
              v = self.param('v', nn.initializers.normal(1.0), (2,))
              return x * w + v
      """)
  @Module
  record NoiseParamDef() {
    @Compact
    Array call(Array x) {
      var w = param("w", normal(1), Shape.of(2));
      makeRng("params");
      var v = param("v", normal(1), Shape.of(2));
      return x.mul(w).add(v);
    }
  }

  @Python(
      """
      class SowMany(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              x = nn.Dense(self.n)(x)
              self.sow('intermediates', 'h', x)
              x = nn.relu(x)
              self.sow('intermediates', 'h', x)
              self.sow('losses', 'l2', jnp.sum(x ** 2), reduce_fn=lambda a, b: a + b, init_fn=lambda: jnp.zeros(()))
              self.sow('losses', 'l2', jnp.sum(x), reduce_fn=lambda a, b: a + b, init_fn=lambda: jnp.zeros(()))
              return nn.Dense(2)(x)
      """)
  @Module
  record SowManyDef(int n) {
    @Compact
    Array call(Array x) {
      x = Dense.of(n).call(x);
      sow("intermediates", "h", x);
      x = relu(x);
      sow("intermediates", "h", x);
      sowLoss(x.square().sum());
      sowLoss(x.sum());
      return Dense.of(2).call(x);
    }

    private static void sowLoss(Array loss) {
      sow("losses", "l2", loss, () -> Numpy.zeros(), Array::add);
    }
  }

  @Python(
      """
      class Perturbed(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              x = nn.Dense(self.n)(x)
              x = self.perturb('hidden', x)
              return nn.Dense(2)(nn.relu(x))
      """)
  @Module
  record PerturbedDef(int n) {
    @Compact
    Array call(Array x) {
      x = Dense.of(n).call(x);
      x = perturb("hidden", x);
      return Dense.of(2).call(relu(x));
    }
  }

  @Python(
      """
      class CounterUser(nn.Module):
          def setup(self):
              self.c = Counter()
          def __call__(self):
              return self.c(), self.c()
      """)
  @Module
  record CounterUserDef() {
    record Parts(Counter c) {}

    @Setup
    Parts parts() {
      return new Parts(Counter.of());
    }

    List<Array> call(Parts parts) {
      return List.of(parts.c().call(), parts.c().call());
    }
  }

  @Python(
      """
      class Counter(nn.Module):
          @nn.compact
          def __call__(self):
              c = self.variable('counter', 'count', lambda: jnp.zeros((), jnp.int32))
              c.value = c.value + 1
              return c.value
      """)
  @Module
  record CounterDef() {
    @Compact
    Array call() {
      Variable<Array> c = variable("counter", "count", () -> NdArray.scalar(DType.I32, 0));
      c.set(c.get().add(1));
      return c.get();
    }
  }
}
