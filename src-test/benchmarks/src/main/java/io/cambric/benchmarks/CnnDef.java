package io.cambric.benchmarks;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import io.cambric.nn.Pooling;
import java.util.List;

/** Two convolutions with average pooling and two dense layers: {@code cnn} of the benchmarks. */
@Module
record CnnDef() {

  @Compact
  Array call(Array images) {
    var x = pool(relu(Conv.of(32, 3, 3).call(images)));
    x = pool(relu(Conv.of(64, 3, 3).call(x)));
    x = x.reshape(x.dim(0), -1);
    return Dense.of(10).call(relu(Dense.of(256).call(x)));
  }

  private static Array pool(Array x) {
    return Pooling.avgPool(x, List.of(2, 2), List.of(2, 2));
  }
}
