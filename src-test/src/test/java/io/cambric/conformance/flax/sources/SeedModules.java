package io.cambric.conformance.flax.sources;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Activations.logSoftmax;
import static io.cambric.numpy.Activations.relu;
import static io.cambric.numpy.Initializers.ones;
import static io.cambric.transform.Transforms.vmap;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.module.Lift;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn2;

/** The examples of the design documents that Flax grew from. */
final class SeedModules {

  private SeedModules() {}

  @Python(
      """
      class SetupMLP(nn.Module):
          hidden_size: int
          out_size: int
          def setup(self):
              self.hidden = nn.Dense(self.hidden_size)
              self.out = nn.Dense(self.out_size)
          def __call__(self, x):
              a = self.hidden(x)
              h = nn.relu(a)
              return self.out(h)
      """)
  @Module(name = "SetupMLP")
  record SetupMlpDef(int hiddenSize, int outSize) {
    record Parts(Dense hidden, Dense out) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(hiddenSize), Dense.of(outSize));
    }

    Array call(Parts parts, Array x) {
      var a = parts.hidden().call(x);
      var h = relu(a);
      return parts.out().call(h);
    }
  }

  @Python(
      """
      class CompactMLP(nn.Module):
          hidden_size: int
          out_size: int
          @nn.compact
          def __call__(self, x):
              a = nn.Dense(self.hidden_size)(x)
              h = nn.relu(a)
              return nn.Dense(self.out_size)(h)
      """)
  @Module(name = "CompactMLP")
  record CompactMlpDef(int hiddenSize, int outSize) {
    @Compact
    Array call(Array x) {
      var a = Dense.of(hiddenSize).call(x);
      var h = relu(a);
      return Dense.of(outSize).call(h);
    }
  }

  @Python(
      """
      class CompactScaledMLP(nn.Module):
          hidden_size: int
          out_size: int
          @nn.compact
          def __call__(self, x):
              scale = self.param("scale", nn.initializers.ones_init(), x.shape[-1:])
              x *= scale[None]
              a = nn.Dense(self.hidden_size)(x)
              h = nn.relu(a)
              return nn.Dense(self.out_size)(h)
      """)
  @Module(name = "CompactScaledMLP")
  record CompactScaledMlpDef(int hiddenSize, int outSize) {
    @Compact
    Array call(Array x) {
      var scale = param("scale", ones(), Shape.of(x.dim(-1)));
      x = x.mul(scale.expandDims(0));
      var a = Dense.of(hiddenSize).call(x);
      var h = relu(a);
      return Dense.of(outSize).call(h);
    }
  }

  @Python(
      """
      class MLP(nn.Module):
          @nn.compact
          def __call__(self, xs):
              h = nn.Dense(4, name='hidden')(xs)
              h = nn.relu(h)
              return nn.Dense(1, name='out')(h)
      """)
  @Module(name = "MLP")
  record MappedMlpDef() {
    @Compact
    Array call(Array xs) {
      var h = Dense.of(4).named("hidden").call(xs);
      h = relu(h);
      return Dense.of(1).named("out").call(h);
    }
  }

  /** The compiler rejects a construction in each branch; this is the same mistake in one. */
  @Python(
      """
      class WrongModule(nn.Module):
          @nn.compact
          def __call__(self, x, mode):
              if mode == "encode":
                  return nn.Dense(features=8)(x)
              elif mode == "decode":
                  return nn.Dense(features=4)(x)
      """)
  @Module
  record WrongModuleDef() {
    @Compact
    Array call(Array x, String mode) {
      return Dense.of(mode.equals("encode") ? 8 : 4).call(x);
    }
  }

  @Python(
      """
      class CorrectModule(nn.Module):
          @nn.compact
          def __call__(self, x, mode):
              encoder = nn.Dense(8)
              decoder = nn.Dense(4)
              if mode == "encode":
                  return encoder(x)
              elif mode == "decode":
                  return decoder(x)
      """)
  @Module
  record CorrectModuleDef() {
    @Compact
    Array call(Array x, String mode) {
      var encoder = Dense.of(8);
      var decoder = Dense.of(4);
      return mode.equals("encode") ? encoder.call(x) : decoder.call(x);
    }
  }

  @Python(
      """
      class ExplicitNamesModule(nn.Module):
          @nn.compact
          def __call__(self, x, mode):
              if mode == "encode":
                  return nn.Dense(8, name='encoder')(x)
              return nn.Dense(4, name='decoder')(x)
      """)
  @Module
  record ExplicitNamesModuleDef() {
    @Compact
    Array call(Array x, String mode) {
      if (mode.equals("encode")) {
        return Dense.of(8).named("encoder").call(x);
      }
      return Dense.of(4).named("decoder").call(x);
    }
  }

  @Python(
      """
      class SetupModule(nn.Module):
          def setup(self):
              self.encoder = nn.Dense(8)
              self.decoder = nn.Dense(4)
          def __call__(self, x, mode):
              return self.encoder(x) if mode == "encode" else self.decoder(x)
      """)
  @Module
  record SetupModuleDef() {
    record Parts(Dense encoder, Dense decoder) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(8), Dense.of(4));
    }

    Array call(Parts parts, Array x, String mode) {
      return mode.equals("encode") ? parts.encoder().call(x) : parts.decoder().call(x);
    }
  }

  @Python(
      """
      class Model(nn.Module):
          use_running_average: bool = True
          @nn.compact
          def __call__(self, inputs):
              x = inputs.reshape([inputs.shape[0], -1])
              x = nn.BatchNorm(self.use_running_average)(x)
              x = nn.Dense(10)(x)
              x = nn.log_softmax(x)
              return x
      """)
  @Module(name = "Model")
  record NormalizedModelDef(boolean useRunningAverage) {
    NormalizedModelDef() {
      this(true);
    }

    @Compact
    Array call(Array inputs) {
      var x = inputs.reshape(inputs.dim(0), -1);
      x = BatchNorm.of().withUseRunningAverage(useRunningAverage).call(x);
      x = Dense.of(10).call(x);
      return logSoftmax(x);
    }
  }

  @Python(
      """
      class PlainModel(nn.Module):
          hidden: int
          @nn.compact
          def __call__(self, inputs):
              x = inputs.reshape([inputs.shape[0], -1])
              x = nn.relu(nn.Dense(self.hidden)(x))
              return nn.log_softmax(nn.Dense(10)(x))
      """)
  @Module
  record PlainModelDef(int hidden) {
    @Compact
    Array call(Array inputs) {
      var x = inputs.reshape(inputs.dim(0), -1);
      x = relu(Dense.of(hidden).call(x));
      return logSoftmax(Dense.of(10).call(x));
    }
  }

  @Python(
      """
      class ManualVmapMLP(nn.Module):
          @nn.compact
          def __call__(self, xs):
              mlp = MLP(parent=None)
              init_fn = lambda rng, xs: jax.vmap(mlp.init, in_axes=0)(random.split(rng, xs.shape[0]), xs)['params']
              apply_fn = jax.vmap(mlp.apply, in_axes=0)
              mlp_params = self.param('mlp', init_fn, xs)
              return apply_fn({'params': mlp_params}, xs)
      """)
  @Module(name = "ManualVmapMLP")
  record ManualVmapMlpDef() {
    @Compact
    Array call(Array xs) {
      var mlp = MappedMlp.of().detached();
      Params params =
          param(
              "mlp",
              (Key key) ->
                  vmap((Key each, Array x) -> mlp.init(each, x).params())
                      .apply(key.split(xs.dim(0)), xs));
      Fn2<Params, Array, Array> apply = vmap((Params p, Array x) -> mlp.apply(Variables.of(p), x));
      return apply.apply(params, xs);
    }
  }

  @Python(
      """
      class FooClosure(nn.Module):
          lifted: bool
          @nn.compact
          def __call__(self, x):
              dense = nn.Dense(x.shape[-1])
              fn = lambda x: dense(x) + 1
              if not self.lifted:
                  return self.inner(x, fn)
              vmap_inner = nn.vmap(FooClosure.inner, in_axes=0, variable_axes={"params": 0}, split_rngs={"params": True})
              return vmap_inner(self, x, fn)
          def inner(self, x, fn):
              for i in range(3):
                  x = fn(x)
              return x
      """)
  @Module
  record FooClosureDef(boolean lifted) {
    @Compact
    Array call(Array x) {
      var dense = Dense.of(x.dim(-1));
      ArrayFn fn = y -> dense.call(y).add(1);
      return lifted
          ? Lift.vmap((FooClosure m, Array y, ArrayFn f) -> m.inner(y, f))
              .inAxes(0)
              .variableAxis("params", 0)
              .splitRngs("params")
              .apply(FooClosure.self(), x, fn)
          : inner(x, fn);
    }

    Array inner(Array x, ArrayFn fn) {
      for (int i = 0; i < 3; i++) {
        x = fn.apply(x);
      }
      return x;
    }
  }

  @Python(
      """
      class TopLevelAccess(nn.Module):
          def setup(self):
              self.foo = nn.Dense(2)
          def __call__(self, x):
              return self.foo(x)
      """)
  @Module
  record TopLevelAccessDef() {
    public record Parts(Dense foo) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(2));
    }

    Array call(Parts parts, Array x) {
      return parts.foo().call(x);
    }
  }

  @Python(
      """
      class AutoEncoder(nn.Module):
          latent: int
          out: int
          def setup(self):
              self.encoder = Encoder(self.latent)
              self.decoder = Encoder(self.out)
          def __call__(self, x):
              return self.decoder(self.encoder(x))
      """)
  @Module(name = "AutoEncoder")
  record SeedAutoEncoderDef(int latent, int out) {
    public record Parts(SeedEncoder encoder, SeedEncoder decoder) {}

    @Setup
    Parts parts() {
      return new Parts(SeedEncoder.of(latent), SeedEncoder.of(out));
    }

    Array call(Parts parts, Array x) {
      return parts.decoder().call(parts.encoder().call(x));
    }
  }

  @Python(
      """
      class Encoder(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              return nn.Dense(self.n)(nn.relu(nn.Dense(6)(x)))
      """)
  @Module(name = "Encoder")
  record SeedEncoderDef(int n) {
    @Compact
    Array call(Array x) {
      return Dense.of(n).call(relu(Dense.of(6).call(x)));
    }
  }

  @Python(
      """
      class AutoEncoderFields(nn.Module):
          encoder: nn.Module
          decoder: nn.Module
          def __call__(self, x):
              return self.decoder(self.encoder(x))
      """)
  @Module
  record AutoEncoderFieldsDef(SeedEncoder encoder, SeedEncoder decoder) {
    Array call(Array x) {
      return decoder.call(encoder.call(x));
    }
  }
}
