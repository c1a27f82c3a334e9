package io.cambric.nn.training;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.numpy.Activations;

/**
 * A classifier with all that a training has to carry: running statistics and a random stream.
 *
 * @param classes number of classes
 */
@Module
record NormedNetDef(int classes) {

  @Compact
  Array call(Array x, boolean isTraining) {
    x = BatchNorm.of().withUseRunningAverage(!isTraining).call(Dense.of(8).call(x));
    x = Dropout.of(0.5).withDeterministic(!isTraining).call(Activations.relu(x));
    return Dense.of(classes).call(x);
  }
}
