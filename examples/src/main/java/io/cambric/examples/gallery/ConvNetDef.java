package io.cambric.examples.gallery;

import static io.cambric.nn.Pooling.avgPool;
import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Dims;
import io.cambric.annotations.Example;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import java.util.List;

/**
 * The network of {@link LookaheadTraining} and {@link ScheduleFreeTraining}: images to the logits
 * of digits.
 */
@Module
@Example(module = "ConvNet.of()", in = "f32[2, 28, 28, 1]", out = "f32[2, 10]")
record ConvNetDef() {

  private static final List<Integer> HALF = List.of(2, 2);

  @Compact
  @Dims("batch 10")
  Array call(@Dims("batch height width channels") Array images) {
    var x = relu(Conv.of(32, 3, 3).call(images));
    x = avgPool(x, HALF, HALF);
    x = relu(Conv.of(64, 3, 3).call(x));
    x = avgPool(x, HALF, HALF);
    x = x.reshape(x.dim(0), -1);
    x = relu(Dense.of(256).call(x));
    return Dense.of(10).call(x);
  }
}
