package io.cambric.examples.sweep;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;

/** The network of a sweep: {@code [n, 64]} pixels to {@code [n, 10]} logits of digits. */
@Module
record SweepNetDef(int hidden) {

  @Compact
  Array call(Array x) {
    return Dense.of(10).call(relu(Dense.of(hidden).call(x)));
  }
}
