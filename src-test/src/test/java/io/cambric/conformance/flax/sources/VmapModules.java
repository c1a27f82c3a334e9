package io.cambric.conformance.flax.sources;

import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.module.Lift;
import io.cambric.module.VmapVerbs;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Modules and functions under the lifted vmap. */
final class VmapModules {

  private VmapModules() {}

  /** The translation of {@code split_rngs={stream: split}}. */
  private static <S> S rngs(VmapVerbs<S> mapped, String stream, boolean split) {
    return split ? mapped.splitRngs(stream) : mapped.shareRngs(stream);
  }

  @Python(
      """
      class Affine(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              return nn.relu(nn.Dense(self.n)(x))
      """)
  @Module
  record AffineDef(int n) {
    @Compact
    Array call(Array x) {
      return relu(Dense.of(n).call(x));
    }
  }

  @Python(
      """
      class VmapSeparate(nn.Module):
          n: int
          split: bool = True
          @nn.compact
          def __call__(self, x):
              V = nn.vmap(Affine, variable_axes={'params': 0}, split_rngs={'params': self.split}, in_axes=0, out_axes=0)
              return V(self.n)(x)
      """)
  @Module
  record VmapSeparateDef(int n, boolean split) {
    VmapSeparateDef(int n) {
      this(n, true);
    }

    @Compact
    Array call(Array x) {
      return rngs(Affine.of(n).vmap().variableAxis("params", 0), "params", split)
          .inAxes(0)
          .outAxes(0)
          .call(x);
    }
  }

  @Python(
      """
      class VmapShared(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              V = nn.vmap(Affine, variable_axes={'params': None}, split_rngs={'params': False}, in_axes=1, out_axes=1)
              return V(self.n, name='shared')(x)
      """)
  @Module
  record VmapSharedDef(int n) {
    @Compact
    Array call(Array x) {
      return Affine.of(n)
          .vmap()
          .variableBroadcast("params")
          .shareRngs("params")
          .inAxes(1)
          .outAxes(1)
          .named("shared")
          .call(x);
    }
  }

  @Python(
      """
      class VmapAxes(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              V = nn.vmap(Affine, variable_axes={'params': 1}, split_rngs={'params': True}, in_axes=1, out_axes=-1)
              return V(self.n)(x)
      """)
  @Module
  record VmapAxesDef(int n) {
    @Compact
    Array call(Array x) {
      return Affine.of(n)
          .vmap()
          .variableAxis("params", 1)
          .splitRngs("params")
          .inAxes(1)
          .outAxes(-1)
          .call(x);
    }
  }

  @Python(
      """
      class VmapAxisSize(nn.Module):
          n: int
          k: int
          @nn.compact
          def __call__(self, x):
              V = nn.vmap(Affine, variable_axes={'params': 0}, split_rngs={'params': True}, in_axes=None, out_axes=0, axis_size=self.k)
              return V(self.n)(x)
      """)
  @Module
  record VmapAxisSizeDef(int n, int k) {
    @Compact
    Array call(Array x) {
      return Affine.of(n)
          .vmap()
          .variableAxis("params", 0)
          .splitRngs("params")
          .inAxes((Object) null)
          .outAxes(0)
          .axisSize(k)
          .call(x);
    }
  }

  @Python(
      """
      class Drop(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              return nn.Dropout(0.5, deterministic=False)(nn.Dense(self.n)(x))
      """)
  @Module
  record DropDef(int n) {
    @Compact
    Array call(Array x) {
      // Python constructs the outer layer before the argument of its call.
      var dropout = Dropout.of(0.5).withDeterministic(false);
      return dropout.call(Dense.of(n).call(x));
    }
  }

  @Python(
      """
      class VmapDropout(nn.Module):
          n: int
          split: bool
          @nn.compact
          def __call__(self, x):
              V = nn.vmap(Drop, variable_axes={'params': None}, split_rngs={'params': False, 'dropout': self.split}, in_axes=0)
              return V(self.n)(x)
      """)
  @Module
  record VmapDropoutDef(int n, boolean split) {
    @Compact
    Array call(Array x) {
      var drop = Drop.of(n).vmap().variableBroadcast("params").shareRngs("params");
      return rngs(drop, "dropout", split).inAxes(0).call(x);
    }
  }

  @Python(
      """
      class BNBlock(nn.Module):
          n: int
          axis_name: Any = None
          @nn.compact
          def __call__(self, x, train):
              x = nn.Dense(self.n)(x)
              return nn.BatchNorm(use_running_average=not train, momentum=0.9, axis_name=self.axis_name)(x)
      """)
  @Module(name = "BNBlock")
  record BnBlockDef(int n, @Nullable String axisName) {
    BnBlockDef(int n) {
      this(n, null);
    }

    @Compact
    Array call(Array x, boolean train) {
      var h = Dense.of(n).call(x);
      return BatchNorm.of()
          .withUseRunningAverage(!train)
          .withMomentum(0.9)
          .withAxisName(axisName)
          .call(h);
    }
  }

  @Python(
      """
      class VmapBatchStats(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x, train):
              V = nn.vmap(BNBlock, variable_axes={'params': 0, 'batch_stats': 0}, split_rngs={'params': True}, in_axes=(0, None))
              return V(self.n)(x, train)
      """)
  @Module
  record VmapBatchStatsDef(int n) {
    @Compact
    Array call(Array x, boolean train) {
      return BnBlock.of(n)
          .vmap()
          .variableAxis("params", 0)
          .variableAxis("batch_stats", 0)
          .splitRngs("params")
          .inAxes(0, null)
          .call(x, train);
    }
  }

  @Python(
      """
      class VmapAxisName(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x, train):
              V = nn.vmap(BNBlock, variable_axes={'params': None, 'batch_stats': None}, split_rngs={'params': False}, in_axes=(0, None), axis_name='b')
              return V(self.n, axis_name='b')(x, train)
      """)
  @Module
  record VmapAxisNameDef(int n) {
    @Compact
    Array call(Array x, boolean train) {
      return BnBlock.of(n)
          .withAxisName("b")
          .vmap()
          .variableBroadcast("params")
          .variableBroadcast("batch_stats")
          .shareRngs("params")
          .inAxes(0, null)
          .axisName("b")
          .call(x, train);
    }
  }

  @Python(
      """
      class VmapMethod(nn.Module):
          n: int
          @functools.partial(nn.vmap, variable_axes={'params': 0}, split_rngs={'params': True})
          @nn.compact
          def __call__(self, x):
              return nn.Dense(self.n)(x)
      """)
  @Module
  record VmapMethodDef(int n) {
    @Compact
    Array call(Array x) {
      return Lift.vmap((Array lane) -> Dense.of(n).call(lane))
          .variableAxis("params", 0)
          .splitRngs("params")
          .apply(x);
    }
  }

  @Python(
      """
      class VmapNested(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              V = nn.vmap(Affine, variable_axes={'params': 0}, split_rngs={'params': True})
              VV = nn.vmap(V, variable_axes={'params': 0}, split_rngs={'params': True})
              return VV(self.n)(x)
      """)
  @Module
  record VmapNestedDef(int n) {
    @Compact
    Array call(Array x) {
      return Affine.of(n)
          .vmap()
          .variableAxis("params", 0)
          .splitRngs("params")
          .vmap()
          .variableAxis("params", 0)
          .splitRngs("params")
          .call(x);
    }
  }

  @Python(
      """
      class VmapKeys(nn.Module):
          split: bool
          @nn.compact
          def __call__(self, x):
              def f(mdl, x):
                  return jax.random.key_data(mdl.make_rng('a')), jax.random.key_data(mdl.make_rng('a'))
              return nn.vmap(f, variable_axes={}, split_rngs={'a': self.split})(self, x)
      """)
  @Module
  record VmapKeysDef(boolean split) {
    @Compact
    List<Array> call(Array x) {
      var keys = Lift.vmap((Array lane) -> List.of(makeRng("a").data(), makeRng("a").data()));
      return rngs(keys, "a", split).apply(x);
    }
  }
}
