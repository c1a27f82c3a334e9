package io.cambric.benchmarks;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.Embed;
import io.cambric.nn.OptimizedLstmCell;
import io.cambric.nn.Rnn;

/** A memory of 256 over 64 tokens of 64: the model {@code lstm} of the benchmarks. */
@Module
record LstmDef() {

  @Compact
  Array call(Array tokens) {
    var x = Rnn.of(OptimizedLstmCell.of(256)).call(Embed.of(64, 64).call(tokens));
    return Dense.of(64).call(x);
  }
}
