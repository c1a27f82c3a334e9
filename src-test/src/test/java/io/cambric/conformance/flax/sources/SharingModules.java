package io.cambric.conformance.flax.sources;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.module.Layer;
import io.cambric.nn.Dense;
import java.util.List;
import java.util.Map;

/** Modules that are given as attributes, passed on, and copied. */
final class SharingModules {

  private SharingModules() {}

  @Python(
      """
      class TwoAttrs(nn.Module):
          a: nn.Module
          b: nn.Module
          def __call__(self, x):
              return self.b(nn.relu(self.a(x)))
      """)
  @Module
  record TwoAttrsDef(Layer a, Layer b) {
    Array call(Array x) {
      return b.call(relu(a.call(x)));
    }
  }

  @Python(
      """
      class Sub(nn.Module):
          m: nn.Module
          def __call__(self, x):
              return self.m(x) + 1
      """)
  @Module
  record SubDef(Layer m) {
    Array call(Array x) {
      return m.call(x).add(1);
    }
  }

  @Python(
      """
      class ListAttr(nn.Module):
          parts: Sequence[nn.Module]
          def __call__(self, x):
              for m in self.parts:
                  x = m(x)
              return x
      """)
  @Module
  record ListAttrDef(List<Layer> parts) {
    Array call(Array x) {
      for (var m : parts) {
        x = m.call(x);
      }
      return x;
    }
  }

  @Python(
      """
      class DictAttr(nn.Module):
          parts: Any
          def __call__(self, x):
              return self.parts['z'](self.parts['a'](x))
      """)
  @Module
  record DictAttrDef(Map<String, Layer> parts) {
    Array call(Array x) {
      return parts.get("z").call(parts.get("a").call(x));
    }
  }

  @Python(
      """
      class CreatedInsideThenPassed(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              d = nn.Dense(self.n)
              return Sub(d)(x) + Sub(nn.Dense(self.n))(x)
      """)
  @Module
  record CreatedInsideThenPassedDef(int n) {
    @Compact
    Array call(Array x) {
      var d = Dense.of(n);
      return Sub.of(d).call(x).add(Sub.of(Dense.of(n)).call(x));
    }
  }

  @Python(
      """
      class Template(nn.Module):
          block: nn.Module
          @nn.compact
          def __call__(self, x):
              for _ in range(2):
                  x = self.block.copy()(x)
              return x
      """)
  @Module
  record TemplateDef(Dense block) {
    @Compact
    Array call(Array x) {
      for (int i = 0; i < 2; i++) {
        x = block.copy().call(x);
      }
      return x;
    }
  }

  @Python(
      """
      class CloneTemplate(nn.Module):
          block: nn.Module
          @nn.compact
          def __call__(self, x):
              for i in range(2):
                  x = self.block.clone(parent=self, name='layer_%d' % i)(x)
              return x
      """)
  @Module
  record CloneTemplateDef(Dense block) {
    @Compact
    Array call(Array x) {
      for (int i = 0; i < 2; i++) {
        x = block.copy().named("layer_" + i).call(x);
      }
      return x;
    }
  }
}
