package io.cambric.conformance.flax.sources;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.module.ModuleScope.shareScope;
import static io.cambric.numpy.Activations.relu;
import static io.cambric.numpy.Initializers.normal;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.array.Shape;
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

  @Python(
      """
      class LoRA(nn.Module):
          inner: nn.Module
          rank: int
          def setup(self):
              nn.share_scope(self, self.inner)
          @nn.compact
          def __call__(self, x):
              a = self.param('A', nn.initializers.normal(1.0), (x.shape[-1], self.rank))
              b = self.param('B', nn.initializers.normal(1.0), (self.rank, self.inner.features))
              return self.inner(x) + x @ a @ b
      """)
  @Module
  record LoRADef(Dense inner, int rank) {
    record Parts() {}

    @Setup
    Parts parts() {
      shareScope(inner);
      return new Parts();
    }

    @Compact
    Array call(Array x) {
      var a = param("A", normal(1), Shape.of(x.dim(-1), rank));
      var b = param("B", normal(1), Shape.of(rank, inner.features()));
      return inner.call(x).add(x.matmul(a).matmul(b));
    }
  }

  @Python(
      """
      class LoRAUser(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              return LoRA(nn.Dense(self.n), 2)(x)
      """)
  @Module
  record LoRAUserDef(int n) {
    @Compact
    Array call(Array x) {
      return LoRA.of(Dense.of(n), 2).call(x);
    }
  }

  @Python(
      """
      class LoRASetup(nn.Module):
          n: int
          def setup(self):
              self.layer = LoRA(nn.Dense(self.n), 2)
          def __call__(self, x):
              return self.layer(x)
      """)
  @Module
  record LoRASetupDef(int n) {
    record Parts(LoRA layer) {}

    @Setup
    Parts parts() {
      return new Parts(LoRA.of(Dense.of(n), 2));
    }

    Array call(Parts parts, Array x) {
      return parts.layer().call(x);
    }
  }
}
