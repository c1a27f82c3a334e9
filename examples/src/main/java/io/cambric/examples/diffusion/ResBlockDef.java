package io.cambric.examples.diffusion;

import static io.cambric.numpy.Activations.silu;
import static io.cambric.numpy.Numpy.expandDims;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import io.cambric.nn.GroupNorm;
import io.cambric.numpy.Initializers;

/**
 * Two convolutions with a residual connection. A vector says which noise level and digit it is.
 *
 * <p>Shapes: {@code [n, height, width, in], [n, size] -> [n, height, width, features]}.
 *
 * @param features channels of the output, a multiple of the groups
 * @param groups of the normalisations
 */
@Module
record ResBlockDef(int features, int groups) {

  @Compact
  Array call(Array x, Array condition) {
    var h = conv().call(silu(GroupNorm.of(groups).call(x)));
    var shift = Dense.of(features).call(condition);
    h = h.add(expandDims(expandDims(shift, 1), 1));
    var last = conv().withKernelInit(Initializers.zeros());
    h = last.call(silu(GroupNorm.of(groups).call(h)));
    var skip = x.dim(-1) == features ? x : Conv.of(features, 1, 1).named("skip").call(x);
    return skip.add(h);
  }

  private Conv conv() {
    return Conv.of(features, 3, 3);
  }
}
