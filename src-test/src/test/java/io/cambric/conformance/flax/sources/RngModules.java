package io.cambric.conformance.flax.sources;

import static io.cambric.module.ModuleScope.hasRng;
import static io.cambric.module.ModuleScope.makeRng;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dropout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The raw keys that random streams give. */
final class RngModules {

  private RngModules() {}

  @Python(
      """
      class RngTree(nn.Module):
          @nn.compact
          def __call__(self):
              out = {'root_first': jax.random.key_data(self.make_rng('a'))}
              out['leaf0'] = RngLeaf()()
              m = RngLeaf(name='x')
              out['x_first'] = m()
              out['x_second'] = m()              # counters continue
              out['deep'] = RngMid(name='ab')()
              out['root_second'] = jax.random.key_data(self.make_rng('a'))
              out['root_params'] = jax.random.key_data(self.make_rng())
              return out
      """)
  @Module
  record RngTreeDef() {
    @Compact
    Map<String, Object> call() {
      var out = new LinkedHashMap<String, Object>();
      out.put("root_first", makeRng("a").data());
      out.put("leaf0", RngLeaf.of().call());
      var m = RngLeaf.of().named("x");
      out.put("x_first", m.call());
      out.put("x_second", m.call());
      out.put("deep", RngMid.of().named("ab").call());
      out.put("root_second", makeRng("a").data());
      out.put("root_params", makeRng().data());
      return out;
    }
  }

  @Python(
      """
      class RngLeaf(nn.Module):
          @nn.compact
          def __call__(self):
              return [jax.random.key_data(self.make_rng(s)) for s in ('params', 'a', 'b', 'a')]
      """)
  @Module
  record RngLeafDef() {
    @Compact
    List<Array> call() {
      return Stream.of("params", "a", "b", "a").map(s -> makeRng(s).data()).toList();
    }
  }

  @Python(
      """
      class RngMid(nn.Module):
          @nn.compact
          def __call__(self):
              return {'c': RngLeaf(name='c')(), 'own': jax.random.key_data(self.make_rng('b'))}
      """)
  @Module
  record RngMidDef() {
    @Compact
    Map<String, Object> call() {
      var out = new LinkedHashMap<String, Object>();
      out.put("c", RngLeaf.of().named("c").call());
      out.put("own", makeRng("b").data());
      return out;
    }
  }

  @Python(
      """
      class Collide(nn.Module):
          @nn.compact
          def __call__(self):
              return [RngName(name='ab', child='c')(), RngName(name='a', child='bc')()]
      """)
  @Module
  record CollideDef() {
    @Compact
    List<List<Array>> call() {
      return List.of(RngName.of("c").named("ab").call(), RngName.of("bc").named("a").call());
    }
  }

  @Python(
      """
      class RngName(nn.Module):
          child: str
          @nn.compact
          def __call__(self):
              return RngLeaf(name=self.child)()
      """)
  @Module
  record RngNameDef(String child) {
    @Compact
    List<Array> call() {
      return RngLeaf.of().named(child).call();
    }
  }

  @Python(
      """
      class ManyCounters(nn.Module):
          @nn.compact
          def __call__(self):
              ks = [jax.random.key_data(self.make_rng('a')) for _ in range(260)]
              return {'k1': ks[0], 'k2': ks[1], 'k127': ks[126], 'k128': ks[127], 'k255': ks[254], 'k256': ks[255], 'k257': ks[256], 'k260': ks[259]}
      """)
  @Module
  record ManyCountersDef() {
    @Compact
    Map<String, Array> call() {
      var keys = new ArrayList<Array>();
      for (int i = 0; i < 260; i++) {
        keys.add(makeRng("a").data());
      }
      var out = new LinkedHashMap<String, Array>();
      for (int i : new int[] {1, 2, 127, 128, 255, 256, 257, 260}) {
        out.put("k" + i, keys.get(i - 1));
      }
      return out;
    }
  }

  @Python(
      """
      class HasRng(nn.Module):
          @nn.compact
          def __call__(self):
              return {n: self.has_rng(n) for n in ('params', 'a', 'zzz')}
      """)
  @Module
  record HasRngDef() {
    @Compact
    Map<String, Boolean> call() {
      var out = new LinkedHashMap<String, Boolean>();
      for (var n : List.of("params", "a", "zzz")) {
        out.put(n, hasRng(n));
      }
      return out;
    }
  }

  @Python(
      """
      class TwoDropouts(nn.Module):
          @nn.compact
          def __call__(self, x):
              d = nn.Dropout(0.5, deterministic=False)
              return d(x), d(x), nn.Dropout(0.5, deterministic=False)(x)
      """)
  @Module
  record TwoDropoutsDef() {
    @Compact
    List<Array> call(Array x) {
      var d = Dropout.of(0.5).withDeterministic(false);
      return List.of(d.call(x), d.call(x), Dropout.of(0.5).withDeterministic(false).call(x));
    }
  }
}
