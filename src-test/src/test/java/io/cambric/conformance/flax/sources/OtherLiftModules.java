package io.cambric.conformance.flax.sources;

import static io.cambric.module.ModuleScope.variables;
import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.core.Array;
import io.cambric.module.Lift;
import io.cambric.nn.Dense;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.function.UnaryOperator;

/** Modules under the lifted jit, fold_rngs and map_variables. */
final class OtherLiftModules {

  private OtherLiftModules() {}

  /** {@return the variables with each array of two axes transposed} */
  private static Variables transposed(Variables all) {
    return Trees.map(all, leaf -> ((Array) leaf).transpose());
  }

  @Python(
      """
      class Net(nn.Module):
          n: int
          transform: Callable
          @nn.compact
          def __call__(self, x):
              x = self.transform(nn.Dense)(self.n)(x)
              return self.transform(nn.Dense)(2)(nn.relu(x))
      """)
  @Module
  record NetDef(int n, UnaryOperator<Dense> transform) {
    @Compact
    Array call(Array x) {
      var hidden = transform.apply(Dense.of(n)).call(x);
      return transform.apply(Dense.of(2)).call(relu(hidden));
    }
  }

  @Python(
      """
      class MethodLift(nn.Module):
          n: int
          kind: str
          def inner(self, x):
              return nn.Dense(2)(nn.tanh(nn.Dense(self.n)(x)))
          @nn.compact
          def __call__(self, x):
              f = {'jit': nn.jit, 'remat': nn.remat, 'fold_rngs': nn.fold_rngs}[self.kind](MethodLift.inner)
              return f(self, x)
      """)
  @Module
  record MethodLiftDef(int n, String kind) {
    Array inner(Array x) {
      // Python constructs the outer layer before the argument of its call.
      var outer = Dense.of(2);
      return outer.call(Dense.of(n).call(x).tanh());
    }

    @Compact
    Array call(Array x) {
      var f =
          switch (kind) {
            case "jit" -> Lift.jit((MethodLift m, Array y) -> inner(y));
            case "remat" -> Lift.remat((MethodLift m, Array y) -> inner(y));
            case "fold_rngs" -> Lift.foldRngs((MethodLift m, Array y) -> inner(y));
            default -> throw new UnsupportedFeature("lift:" + kind);
          };
      return f.apply(MethodLift.self(), x);
    }
  }

  @Python(
      """
      class JitDropout(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              return nn.jit(Drop)(self.n)(x), Drop(self.n, name='plain')(x)
      """)
  @Module
  record JitDropoutDef(int n) {
    @Compact
    List<Array> call(Array x) {
      return List.of(Drop.of(n).jit().call(x), Drop.of(n).named("plain").call(x));
    }
  }

  @Python(
      """
      class TiedAE(nn.Module):
          n: int
          d: int
          @nn.compact
          def __call__(self, x):
              def trans(variables):
                  return jax.tree_util.tree_map(lambda v: v.T, variables)
              z = nn.Dense(self.n, use_bias=False, name='enc')
              h = z(x)
              Tied = nn.map_variables(nn.Dense, 'params', trans, trans, init=True)
              dec = Tied(self.d, use_bias=False, name='dec')
              return dec(h)
      """)
  @Module(name = "TiedAE")
  record TiedAeDef(int n, int d) {
    @Compact
    Array call(Array x) {
      var h = Dense.of(n).withUseBias(false).named("enc").call(x);
      return Dense.of(d)
          .withUseBias(false)
          .mapVariables()
          .collections("params")
          .in(OtherLiftModules::transposed)
          .out(OtherLiftModules::transposed)
          .init(true)
          .named("dec")
          .call(h);
    }
  }

  @Python(
      """
      class TiedShared(nn.Module):
          \"""decoder reads the transposed kernel of the encoder itself\"""
          n: int
          @nn.compact
          def __call__(self, x):
              enc = nn.Dense(self.n, use_bias=False)
              h = enc(x)
              def trans(variables):
                  return jax.tree_util.tree_map(lambda v: v.T, variables)
              dec = nn.map_variables(lambda m, y: y @ m.variables['params']['kernel'], 'params', trans_in_fn=trans)
              return h, dec(enc, h)
      """)
  @Module
  record TiedSharedDef(int n) {
    @Compact
    List<Array> call(Array x) {
      var enc = Dense.of(n).withUseBias(false);
      var h = enc.call(x);
      var decode =
          Lift.mapVariables((Dense m, Array y) -> y.matmul(variables().params().get("kernel")))
              .collections("params")
              .in(OtherLiftModules::transposed);
      return List.of(h, decode.apply(enc, h));
    }
  }

  @Python(
      """
      class WeightStd(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              def std(v):
                  return jax.tree_util.tree_map(lambda k: (k - k.mean(0)) / (k.std(0) + 1e-5) if k.ndim > 1 else k, v)
              return nn.map_variables(nn.Dense, 'params', std, init=True)(self.n)(x)
      """)
  @Module
  record WeightStdDef(int n) {
    private static Variables standardized(Variables all) {
      return Trees.map(
          all,
          leaf -> {
            var k = (Array) leaf;
            return k.rank() > 1 ? k.sub(k.mean(0)).div(Numpy.std(k, 0).add(1e-5)) : k;
          });
    }

    @Compact
    Array call(Array x) {
      return Dense.of(n)
          .mapVariables()
          .collections("params")
          .in(WeightStdDef::standardized)
          .init(true)
          .call(x);
    }
  }

  @Python(
      """
      class StaticRemat(nn.Module):
          n: int
          @functools.partial(nn.remat, static_argnums=(2,))
          @nn.compact
          def __call__(self, x, train):
              x = nn.Dense(self.n)(x)
              return nn.relu(x) if train else x
      """)
  @Module
  record StaticRematDef(int n) {
    @Compact
    Array call(Array x, boolean train) {
      return Lift.remat(
              (Array y, Boolean isTraining) -> {
                var h = Dense.of(n).call(y);
                return isTraining ? relu(h) : h;
              })
          .apply(x, train);
    }
  }

  @Python(
      """
      class RematScan(nn.Module):
          n: int
          lengths: Any
          @nn.compact
          def __call__(self, x):
              return nn.remat_scan(Affine, lengths=self.lengths)(self.n)(x)
      """)
  @Module
  record RematScanDef(int n, List<Number> lengths) {
    @Compact
    Array call(Array x) {
      return Affine.of(n).rematScan(lengths.stream().mapToInt(Number::intValue).toArray()).call(x);
    }
  }

  @Python(
      """
      class Layer(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x, _):
              return x + nn.tanh(nn.Dense(self.n)(x)), None
      """)
  @Module(name = "Layer")
  record StackedLayerDef(int n) {
    @Compact
    Array call(Array x) {
      return x.add(Dense.of(n).call(x).tanh());
    }
  }

  @Python(
      """
      class ScanLayers(nn.Module):
          n: int
          length: int
          remat: bool = False
          @nn.compact
          def __call__(self, x):
              cls = nn.remat(Layer, prevent_cse=False) if self.remat else Layer
              S = nn.scan(cls, variable_axes={'params': 0}, split_rngs={'params': True}, length=self.length)
              return S(self.n)(x, None)[0]
      """)
  @Module
  record ScanLayersDef(int n, int length, boolean remat) {
    ScanLayersDef(int n, int length) {
      this(n, length, false);
    }

    @Compact
    Array call(Array x) {
      var layer = StackedLayer.of(n);
      var cheap = remat ? layer.remat().preventCse(false) : layer;
      return cheap.scan().variableAxis("params", 0).splitRngs("params").length(length).call(x);
    }
  }
}
