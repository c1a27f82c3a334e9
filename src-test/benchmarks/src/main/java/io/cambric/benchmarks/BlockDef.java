package io.cambric.benchmarks;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Attention;
import io.cambric.nn.AttentionCall;
import io.cambric.nn.Dense;
import io.cambric.nn.LayerNorm;
import io.cambric.nn.MultiHeadDotProductAttention;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;

/**
 * A block of {@code gpt}: causal attention of four heads, then a map of 1024, both normalised
 * before.
 */
@Module
record BlockDef() {

  @Compact
  Array call(Array x) {
    var mask = AttentionCall.of(Attention.makeCausalMask(Numpy.ones(x.dim(0), x.dim(1))));
    var attended = x.add(MultiHeadDotProductAttention.of(4).call(LayerNorm.of().call(x), mask));
    var hidden = Dense.of(1024).call(LayerNorm.of().call(attended));
    return attended.add(Dense.of(256).call(Activations.gelu(hidden)));
  }
}
