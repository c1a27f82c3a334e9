package io.cambric.flax.lifecycle;

import static io.cambric.module.ModuleScope.param;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;

/** Modules of the tests of init on the shapes of inputs. */
final class LazyDefinitions {

  private LazyDefinitions() {}

  /** Layers, transformed ones, statistics and randomness. */
  @Module
  record AssortedDef() {
    @Compact
    Array call(Array x) {
      var h = Dense.of(3).remat().call(x);
      h = Dense.of(3).jit().call(h);
      h = BatchNorm.of().call(h, false);
      h = Dropout.of(0.5).call(h, false);
      return Dense.of(2).call(h);
    }
  }

  /** Layers one on top of the other, in a scan. */
  @Module
  record TowerDef(int height) {
    @Compact
    Array call(Array x) {
      return Dense.of(x.dim(-1))
          .scan()
          .variableAxis("params", 0)
          .splitRngs("params")
          .length(height)
          .call(x);
    }
  }

  /** Takes away the mean of the first input that it saw. */
  @Module
  record CentredDef() {
    @Compact
    Array call(Array x) {
      Array centre = param("centre", _ -> x.mean(0));
      return x.sub(centre);
    }
  }
}
