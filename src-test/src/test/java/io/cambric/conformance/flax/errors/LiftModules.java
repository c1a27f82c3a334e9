package io.cambric.conformance.flax.errors;

import static io.cambric.numpy.Initializers.ones;
import static io.cambric.scope.Partitioning.withPartitioning;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.module.Lift;
import io.cambric.nn.Dense;
import io.cambric.transform.result.Carry;
import java.util.List;

/** Modules that use lifted transformations wrongly. */
final class LiftModules {

  private LiftModules() {}

  @Module
  record PartitionedLanesDef() {
    @Compact
    Array call(Array x) {
      return Dense.of(4)
          .withKernelInit(withPartitioning(ones(), "a", "b"))
          .vmap()
          .variableAxis("params", 0)
          .splitRngs("params")
          .call(x);
    }
  }

  @Module
  record ReturnsModuleDef() {
    @Compact
    Array call(Array x) {
      return Lift.jit((ReturnsModule m) -> Dense.of(2)).apply(ReturnsModule.self()).call(x);
    }
  }

  @Module
  record TwoSizesDef() {
    @Compact
    Array call(Array x, Array y) {
      return Lift.vmap((TwoSizes m, Array a, Array b) -> a.add(b)).apply(TwoSizes.self(), x, y);
    }
  }

  @Module
  record NoLengthDef() {
    @Compact
    Carry<Array, List<Array>> call(Array c) {
      return Lift.scan((Array carry) -> new Carry<>(carry, List.<Array>of())).apply(c);
    }
  }

  @Module
  record VectorGradientDef() {
    @Compact
    Array call(Array x) {
      return Lift.grad((m, y) -> y.mul(2), VectorGradient.self(), x);
    }
  }
}
