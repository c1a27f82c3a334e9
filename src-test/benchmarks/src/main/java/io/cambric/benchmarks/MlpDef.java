package io.cambric.benchmarks;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;

/** 784-512-256-10 with relu: the model {@code mlp} of the benchmarks. */
@Module
record MlpDef() {

  @Compact
  Array call(Array x) {
    var h = relu(Dense.of(512).call(x));
    h = relu(Dense.of(256).call(h));
    return Dense.of(10).call(h);
  }
}
