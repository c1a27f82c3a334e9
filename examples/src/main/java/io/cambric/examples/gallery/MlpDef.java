package io.cambric.examples.gallery;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Example;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;

/** The network of {@link GradientAccumulation}: images to the logits of digits. */
@Module
@Example(module = "Mlp.of()", in = "f32[2, 28, 28, 1]", out = "f32[2, 10]")
record MlpDef() {

  @Compact
  Array call(Array images) {
    var x = images.reshape(images.dim(0), -1);
    x = relu(Dense.of(512).call(x));
    x = relu(Dense.of(512).call(x));
    return Dense.of(10).call(x);
  }
}
