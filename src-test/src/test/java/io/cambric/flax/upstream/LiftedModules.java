package io.cambric.flax.upstream;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Activations.relu;
import static io.cambric.transform.Transforms.vmap;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.scope.Variables;

/** The modules of the note on lifted transformations. */
public final class LiftedModules {

  private LiftedModules() {}

  @Module
  record NamedMlpDef() {
    @Compact
    Array call(Array xs) {
      var h = Dense.of(4).named("hidden").call(xs);
      h = relu(h);
      return Dense.of(1).named("out").call(h);
    }
  }

  @Module
  record NaiveVmapMlpDef() {
    @Compact
    Array call(Array xs) {
      var mlp = NamedMlp.of();
      return vmap((NamedMlp m, Array x) -> m.call(x)).apply(mlp, xs);
    }
  }

  @Module
  record ManualVmapMlpDef() {
    @Compact
    Array call(Array xs) {
      var mlp = NamedMlp.of().detached();
      var params =
          param(
              "mlp",
              key ->
                  vmap((Key k, Array x) -> mlp.init(k, x).params())
                      .apply(key.split(xs.dim(0)), xs));
      return vmap((Variables v, Array x) -> mlp.apply(v, x)).apply(Variables.of(params), xs);
    }
  }

  @Module
  record LinenVmapMlpDef() {
    @Compact
    Array call(Array xs) {
      var vmapMlp = NamedMlp.of().vmap().variableAxis("params", 0).splitRngs("params").inAxes(0);
      return vmapMlp.named("mlp").call(xs);
    }
  }

  @Module
  record StatefulMlpDef() {
    @Compact
    Array call(Array x, boolean train) {
      var h = Dense.of(4).named("hidden").call(x);
      h = BatchNorm.of().withAxisName("batch").call(h, !train);
      h = relu(h);
      return Dense.of(1).named("out").call(h);
    }
  }

  @Module
  record LinenStatefulVmapMlpDef() {
    @Compact
    Array call(Array xs, boolean train) {
      var vmapMlp =
          StatefulMlp.of()
              .vmap()
              .variableAxis("params", 0)
              .variableAxis("batch_stats", 0)
              .splitRngs("params")
              .inAxes(0)
              .axisName("batch");
      return vmapMlp.named("mlp").call(xs, train);
    }
  }

  /** As in the note: nothing names the axis that the normalisation asks for. */
  @Module
  record UnnamedStatefulVmapMlpDef() {
    @Compact
    Array call(Array xs, boolean train) {
      var vmapMlp =
          StatefulMlp.of()
              .vmap()
              .variableAxis("params", 0)
              .variableAxis("batch_stats", 0)
              .splitRngs("params")
              .inAxes(0);
      return vmapMlp.named("mlp").call(xs, train);
    }
  }
}
