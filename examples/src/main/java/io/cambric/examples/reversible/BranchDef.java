package io.cambric.examples.reversible;

import static io.cambric.numpy.Activations.gelu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.LayerNorm;

/**
 * A function of one half, of any kind: a reversible block never inverts it.
 *
 * @param hidden width of its hidden layer
 */
@Module
record BranchDef(int hidden) {

  @Compact
  Array call(Array x) {
    var normalized = LayerNorm.of().call(x);
    var wide = gelu(Dense.of(hidden).call(normalized));
    return Dense.of(x.dim(-1)).call(wide);
  }
}
