package io.cambric.flax.serialization;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Dense;

/** The model of the train states that go between Cambric and Flax. */
final class NormalizedDefinitions {

  private NormalizedDefinitions() {}

  @Module
  record NormalizedMlpDef(int hidden, int classes) {
    @Compact
    Array call(Array x, boolean train) {
      x = Dense.of(hidden).call(x);
      x = relu(BatchNorm.of().withUseRunningAverage(!train).call(x));
      return Dense.of(classes).call(x);
    }
  }
}
