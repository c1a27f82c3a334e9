package io.cambric.examples.gallery;

import static io.cambric.nn.Pooling.maxPool;
import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import io.cambric.nn.Padding;
import java.util.List;

/** The network of {@link PrivateSgd}: images to the logits of digits. */
@Module
record PrivateNetDef() {

  @Compact
  Array call(Array images) {
    var x = relu(Conv.of(16, 4, 4).withStrides(List.of(2, 2)).call(images));
    x = maxPool(x, List.of(2, 2), List.of(1, 1));
    x = relu(Conv.of(32, 2, 2).withPadding(Padding.VALID).call(x));
    x = x.reshape(x.dim(0), -1);
    x = relu(Dense.of(32).call(x));
    return Dense.of(10).call(x);
  }
}
