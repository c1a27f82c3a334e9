package io.cambric.benchmarks;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Initializers.normal;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.Embed;
import io.cambric.nn.LayerNorm;

/** Four blocks of width 256 over 128 tokens of 512: the model {@code gpt} of the benchmarks. */
@Module
record GptDef() {

  @Compact
  Array call(Array tokens) {
    var x = Embed.of(512, 256).call(tokens).add(param("pos", normal(0.02), Shape.of(128, 256)));
    for (int i = 0; i < 4; i++) {
      x = Block.of().call(x);
    }
    return Dense.of(512).call(LayerNorm.of().call(x));
  }
}
