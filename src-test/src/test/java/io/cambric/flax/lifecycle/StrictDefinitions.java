package io.cambric.flax.lifecycle;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.module.ModuleScope.variable;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variable;

/** Models of the tests of strict apply. */
final class StrictDefinitions {

  private StrictDefinitions() {}

  /** Two layers, and a mean that is kept. */
  @Module
  record TwoLayersDef() {
    @Compact
    Array call(Array x) {
      var h = Dense.of(3).call(x);
      Variable<Array> mean = variable("stats", "mean", () -> Numpy.zeros(3));
      return Dense.of(2).call(h.sub(mean.get()));
    }
  }

  /** A parameter that is a record. */
  @Module
  record AffineDef() {
    @PyTree
    record Line(Array slope, Array offset) {}

    @Compact
    Array call(Array x) {
      Line line = param("line", _ -> new Line(Numpy.ones(x.dim(-1)), Numpy.zeros(x.dim(-1))));
      return x.mul(line.slope()).add(line.offset());
    }
  }

  /** The layers in a compiled method, in lanes, and in loops. */
  @Module
  record LiftedLayersDef() {
    @Compact
    Array call(Array x) {
      var h = Dense.of(3).jit().named("compiled").call(x);
      h = Dense.of(3).vmap().variableAxis("params", 0).splitRngs("params").named("lanes").call(h);
      return Dense.of(3)
          .scan()
          .variableAxis("params", 0)
          .splitRngs("params")
          .length(2)
          .named("loops")
          .call(h);
    }
  }
}
