package io.cambric.examples.flip1009;

import static io.cambric.numpy.Activations.logSoftmax;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Dense;

/** The model of FLIP 1009: images to the logarithms of probabilities. */
@Module
record ModelDef() {

  @Compact
  Array call(Array images) {
    var x = images.reshape(images.dim(0), -1);
    x = BatchNorm.of(true).call(x);
    x = Dense.of(10).call(x);
    return logSoftmax(x);
  }
}
