package io.cambric.conformance.flax.sources;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Activations.relu;
import static io.cambric.random.Initializers.ones;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.nn.Dense;

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
}
