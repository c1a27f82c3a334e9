package io.cambric.nn;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import java.util.List;

/** Models with layers whose weights are normalised, as in the documentation of Flax. */
final class NormalizedWeights {

  private NormalizedWeights() {}

  @Module
  record BazDef() {
    @Compact
    Array call(Array x) {
      return Dense.of(2).call(x);
    }
  }

  @Module
  record BarDef() {
    @Compact
    Array call(Array x) {
      return Dense.of(3).call(Baz.of().call(x));
    }
  }

  @Module
  record WeightNormUserDef() {
    @Compact
    Array call(Array x) {
      var h = Dense.of(3).call(x);
      h = WeightNorm.of(Dense.of(4)).withVariableFilter(List.of()).call(h);
      return WeightNorm.of(Bar.of()).withVariableFilter(List.of("kernel", "Baz")).call(h);
    }
  }

  @Module
  record SpectralNormUserDef() {
    @Compact
    Array call(Array x) {
      var h = Dense.of(3).call(x);
      return SpectralNorm.of(Dense.of(4)).call(h, false);
    }
  }
}
