package io.cambric.nn;

import static io.cambric.module.ModuleScope.makeRng;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.numpy.Random;

@Module(variables = false)
record DropoutDef(double rate) {
  @Compact
  Array call(Array x) {
    return x.add(Random.normal(makeRng("dropout"), x.shape()));
  }

  @Compact
  Array call(Array x, boolean deterministic) {
    return deterministic ? x : call(x);
  }
}
