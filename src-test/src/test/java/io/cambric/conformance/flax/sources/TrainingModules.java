package io.cambric.conformance.flax.sources;

import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.nn.Embed;
import io.cambric.nn.LstmCell;
import io.cambric.nn.Pooling;
import io.cambric.nn.Rnn;
import io.cambric.numpy.Random;
import java.util.List;

/** The models of the training runs. */
final class TrainingModules {

  private static final List<Integer> TWO_BY_TWO = List.of(2, 2);

  private TrainingModules() {}

  @Python(
      """
      class MLP(nn.Module):
          hidden: int
          out: int
          @nn.compact
          def __call__(self, x):
              x = nn.tanh(nn.Dense(self.hidden)(x))
              x = nn.relu(nn.Dense(self.hidden)(x))
              return nn.Dense(self.out)(x)
      """)
  @Module(name = "MLP")
  record TrainedMlpDef(int hidden, int out) {
    @Compact
    Array call(Array x) {
      x = Dense.of(hidden).call(x).tanh();
      x = relu(Dense.of(hidden).call(x));
      return Dense.of(out).call(x);
    }
  }

  @Python(
      """
      class CNN(nn.Module):
          \"""the small convolutional network of the Flax MNIST example\"""
          f1: int
          f2: int
          hidden: int
          @nn.compact
          def __call__(self, x):
              x = nn.Conv(features=self.f1, kernel_size=(3, 3))(x)
              x = nn.relu(x)
              x = nn.avg_pool(x, window_shape=(2, 2), strides=(2, 2))
              x = nn.Conv(features=self.f2, kernel_size=(3, 3))(x)
              x = nn.relu(x)
              x = nn.avg_pool(x, window_shape=(2, 2), strides=(2, 2))
              x = x.reshape((x.shape[0], -1))
              x = nn.Dense(features=self.hidden)(x)
              x = nn.relu(x)
              return nn.Dense(features=10)(x)
      """)
  @Module(name = "CNN")
  record TrainedCnnDef(int f1, int f2, int hidden) {
    @Compact
    Array call(Array x) {
      x = relu(Conv.of(f1, 3, 3).call(x));
      x = Pooling.avgPool(x, TWO_BY_TWO, TWO_BY_TWO);
      x = relu(Conv.of(f2, 3, 3).call(x));
      x = Pooling.avgPool(x, TWO_BY_TWO, TWO_BY_TWO);
      x = x.reshape(x.dim(0), -1);
      x = relu(Dense.of(hidden).call(x));
      return Dense.of(10).call(x);
    }
  }

  @Python(
      """
      class CNNBN(nn.Module):
          width: int
          rate: float
          @nn.compact
          def __call__(self, x, train):
              for i in range(2):
                  x = nn.Conv(self.width * (i + 1), (3, 3), use_bias=False)(x)
                  x = nn.BatchNorm(use_running_average=not train, momentum=0.9)(x)
                  x = nn.relu(x)
                  x = nn.max_pool(x, (2, 2), strides=(2, 2))
              x = x.reshape((x.shape[0], -1))
              x = nn.Dropout(self.rate, deterministic=not train)(x)
              x = nn.relu(nn.Dense(32)(x))
              x = nn.Dropout(self.rate, deterministic=not train)(x)
              return nn.Dense(10)(x)
      """)
  @Module(name = "CNNBN")
  record NormalizedCnnDef(int width, double rate) {
    @Compact
    Array call(Array x, boolean train) {
      for (int i = 0; i < 2; i++) {
        x = Conv.of(width * (i + 1), 3, 3).withUseBias(false).call(x);
        x = BatchNorm.of().withUseRunningAverage(!train).withMomentum(0.9).call(x);
        x = relu(x);
        x = Pooling.maxPool(x, TWO_BY_TWO, TWO_BY_TWO);
      }
      x = x.reshape(x.dim(0), -1);
      x = Dropout.of(rate).withDeterministic(!train).call(x);
      x = relu(Dense.of(32).call(x));
      x = Dropout.of(rate).withDeterministic(!train).call(x);
      return Dense.of(10).call(x);
    }
  }

  @Python(
      """
      class VAE(nn.Module):
          latent: int
          hidden: int
          @nn.compact
          def __call__(self, x):
              h = nn.relu(nn.Dense(self.hidden, name='enc')(x))
              mean = nn.Dense(self.latent, name='mean')(h)
              logvar = nn.Dense(self.latent, name='logvar')(h)
              eps = jax.random.normal(self.make_rng('noise'), mean.shape)
              z = mean + jnp.exp(0.5 * logvar) * eps
              h = nn.relu(nn.Dense(self.hidden, name='dec')(z))
              return nn.Dense(x.shape[-1], name='out')(h), mean, logvar
      """)
  @Module(name = "VAE")
  record VariationalDef(int latent, int hidden) {
    @Compact
    List<Array> call(Array x) {
      var h = relu(Dense.of(hidden).named("enc").call(x));
      var mean = Dense.of(latent).named("mean").call(h);
      var logvar = Dense.of(latent).named("logvar").call(h);
      var eps = Random.normal(makeRng("noise"), mean.shape());
      var z = mean.add(logvar.mul(0.5).exp().mul(eps));
      h = relu(Dense.of(hidden).named("dec").call(z));
      return List.of(Dense.of(x.dim(-1)).named("out").call(h), mean, logvar);
    }
  }

  @Python(
      """
      class CharLSTM(nn.Module):
          vocab: int
          hidden: int
          @nn.compact
          def __call__(self, tokens):
              x = nn.Embed(self.vocab, 16)(tokens)
              x = nn.RNN(nn.LSTMCell(self.hidden))(x)
              return nn.Dense(self.vocab)(x)
      """)
  @Module(name = "CharLSTM")
  record CharLstmDef(int vocab, int hidden) {
    @Compact
    Array call(Array tokens) {
      var x = Embed.of(vocab, 16).call(tokens);
      x = Rnn.of(LstmCell.of(hidden)).call(x);
      return Dense.of(vocab).call(x);
    }
  }
}
