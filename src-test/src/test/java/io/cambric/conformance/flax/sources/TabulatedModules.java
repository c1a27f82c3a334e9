package io.cambric.conformance.flax.sources;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.nn.Embed;
import io.cambric.nn.LayerNorm;
import io.cambric.nn.MultiHeadDotProductAttention;
import java.util.List;

/** The models of which tables are printed; their classes have the names of those in Python. */
final class TabulatedModules {

  private TabulatedModules() {}

  @Python(
      """
      class MLP(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              return nn.Dense(2)(nn.relu(nn.Dense(self.n)(x)))
      """)
  @Module
  record MLPDef(int n) {
    @Compact
    Array call(Array x) {
      return Dense.of(2).call(relu(Dense.of(n).call(x)));
    }
  }

  @Python(
      """
      class ConvBN(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x, train):
              x = nn.Conv(self.n, (3, 3))(x)
              x = nn.BatchNorm(use_running_average=not train)(x)
              x = nn.relu(x)
              x = nn.Dropout(0.5, deterministic=not train)(x)
              x = x.reshape((x.shape[0], -1))
              return nn.Dense(10)(x)
      """)
  @Module
  record ConvBNDef(int n) {
    @Compact
    Array call(Array x, boolean train) {
      x = Conv.of(n, 3, 3).call(x);
      x = BatchNorm.of().withUseRunningAverage(!train).call(x);
      x = relu(x);
      x = Dropout.of(0.5).withDeterministic(!train).call(x);
      return Dense.of(10).call(x.reshape(x.dim(0), -1));
    }
  }

  @Python(
      """
      class Enc(nn.Module):
          dim: int
          @nn.compact
          def __call__(self, x, mask=None):
              y = nn.MultiHeadDotProductAttention(num_heads=2)(nn.LayerNorm()(x), mask=mask)
              return x + nn.Dense(self.dim)(y)
      """)
  @Module
  record EncDef(int dim) {
    @Compact
    Array call(Array x) {
      var y = MultiHeadDotProductAttention.of(2).call(LayerNorm.of().call(x));
      return x.add(Dense.of(dim).call(y));
    }
  }

  @Python(
      """
      class Tied(nn.Module):
          n: int
          def setup(self):
              self.embed = nn.Embed(7, self.n)
              self.blocks = [Enc(self.n), Enc(self.n)]
          def __call__(self, tokens):
              x = self.embed(tokens)
              for b in self.blocks:
                  x = b(x)
              return self.embed.attend(x)
      """)
  @Module
  record TiedDef(int n) {
    record Parts(Embed embed, List<Enc> blocks) {}

    @Setup
    Parts parts() {
      return new Parts(Embed.of(7, n), List.of(Enc.of(n), Enc.of(n)));
    }

    Array call(Parts parts, Array tokens) {
      var x = parts.embed().call(tokens);
      for (var block : parts.blocks()) {
        x = block.call(x);
      }
      return parts.embed().attend(x);
    }
  }
}
