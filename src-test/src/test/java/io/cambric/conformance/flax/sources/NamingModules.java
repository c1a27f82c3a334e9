package io.cambric.conformance.flax.sources;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.nn.LayerNorm;
import io.cambric.nn.Sequential;
import io.cambric.numpy.Activations;

/** Automatic and explicit names in compact methods, and methods that run twice. */
final class NamingModules {

  private NamingModules() {}

  @Python(
      """
      class AutoNames(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              for _ in range(3):
                  x = nn.relu(nn.Dense(self.n)(x))
              x = nn.LayerNorm()(x)
              return nn.Dense(2)(x)
      """)
  @Module
  record AutoNamesDef(int n) {
    @Compact
    Array call(Array x) {
      for (int i = 0; i < 3; i++) {
        x = relu(Dense.of(n).call(x));
      }
      x = LayerNorm.of().call(x);
      return Dense.of(2).call(x);
    }
  }

  @Python(
      """
      class ExplicitNames(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              x = nn.Dense(self.n, name='first')(x)
              x = nn.Dense(self.n)(x)            # Dense_0: explicit names do not advance the counter
              x = nn.Dense(self.n, name='Dense_7')(x)
              return nn.Dense(2)(x)              # Dense_1
      """)
  @Module
  record ExplicitNamesDef(int n) {
    @Compact
    Array call(Array x) {
      x = Dense.of(n).named("first").call(x);
      x = Dense.of(n).call(x);
      x = Dense.of(n).named("Dense_7").call(x);
      return Dense.of(2).call(x);
    }
  }

  @Python(
      """
      class Nested(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              x = Inner(self.n)(x)
              x = Inner(self.n, name='named')(x)
              return Inner(2)(x)
      """)
  @Module
  record NestedDef(int n) {
    @Compact
    Array call(Array x) {
      x = Inner.of(n).call(x);
      x = Inner.of(n).named("named").call(x);
      return Inner.of(2).call(x);
    }
  }

  @Python(
      """
      class Inner(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              return nn.Dense(self.n)(nn.tanh(nn.Dense(self.n)(x)))
      """)
  @Module
  record InnerDef(int n) {
    @Compact
    Array call(Array x) {
      // Python constructs the outer layer before the argument of its call.
      var outer = Dense.of(n);
      return outer.call(Dense.of(n).call(x).tanh());
    }
  }

  @Python(
      """
      class CallTwice(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              d = nn.Dense(self.n)
              return d(nn.relu(d(x)))
      """)
  @Module
  record CallTwiceDef(int n) {
    @Compact
    Array call(Array x) {
      var d = Dense.of(n);
      return d.call(relu(d.call(x)));
    }
  }

  @Python(
      """
      class SequentialInCompact(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              return nn.Sequential([nn.Dense(self.n), nn.relu, nn.Dense(2)])(x)
      """)
  @Module
  record SequentialInCompactDef(int n) {
    @Compact
    Array call(Array x) {
      return Sequential.of(Dense.of(n), Activations::relu, Dense.of(2)).call(x);
    }
  }

  @Python(
      """
      class SequentialInSetup(nn.Module):
          n: int
          def setup(self):
              self.seq = nn.Sequential([nn.Dense(self.n), nn.relu, nn.Dense(2)])
          def __call__(self, x):
              return self.seq(x)
      """)
  @Module
  record SequentialInSetupDef(int n) {
    record Parts(Sequential seq) {}

    @Setup
    Parts parts() {
      return new Parts(Sequential.of(Dense.of(n), Activations::relu, Dense.of(2)));
    }

    Array call(Parts parts, Array x) {
      return parts.seq().call(x);
    }
  }

  @Python(
      """
      class CompactReentry(nn.Module):
          n: int
          @nn.compact
          def block(self, x):
              return nn.Dense(self.n)(nn.Dropout(0.5, deterministic=False)(x))
          def __call__(self, x):
              return self.block(x) + self.block(x)
      """)
  @Module
  record CompactReentryDef(int n) {
    @Compact
    Array block(Array x) {
      return Dense.of(n).call(Dropout.of(0.5).withDeterministic(false).call(x));
    }

    Array call(Array x) {
      var self = CompactReentry.self();
      return self.block(x).add(self.block(x));
    }
  }

  @Python(
      """
      class NestedCompactMethods(nn.Module):
          n: int
          @nn.compact
          def helper(self, x):
              return nn.Dense(self.n)(x)
          @nn.compact
          def __call__(self, x):
              x = nn.Dense(self.n)(x)
              x = self.helper(x)
              x = self.helper(x)
              return nn.Dense(2)(x)
      """)
  @Module
  record NestedCompactMethodsDef(int n) {
    @Compact
    Array helper(Array x) {
      return Dense.of(n).call(x);
    }

    @Compact
    Array call(Array x) {
      var self = NestedCompactMethods.self();
      x = Dense.of(n).call(x);
      x = self.helper(x);
      x = self.helper(x);
      return Dense.of(2).call(x);
    }
  }

  @Python(
      """
      class NonCompactHelper(nn.Module):
          n: int
          def helper(self, x):
              return nn.Dense(self.n)(x)
          @nn.compact
          def __call__(self, x):
              return self.helper(nn.relu(self.helper(x)))
      """)
  @Module
  record NonCompactHelperDef(int n) {
    Array helper(Array x) {
      return Dense.of(n).call(x);
    }

    @Compact
    Array call(Array x) {
      return helper(relu(helper(x)));
    }
  }

  @Python(
      """
      class Recursive(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x, depth=2):
              x = nn.Dense(self.n)(x)
              return self(x, depth - 1) if depth > 0 else x
      """)
  @Module
  record RecursiveDef(int n) {
    @Compact
    Array call(Array x) {
      return call(x, 2);
    }

    @Compact
    Array call(Array x, int depth) {
      x = Dense.of(n).call(x);
      return depth > 0 ? Recursive.self().call(x, depth - 1) : x;
    }
  }

  @Python(
      """
      class Base(nn.Module):
          n: int
          @nn.compact
          def __call__(self, x):
              return nn.Dense(self.n)(x)
      """)
  interface Base {
    int n();

    default Array call(Array x) {
      return Dense.of(n()).call(x);
    }
  }

  @Python(
      """
      class Derived(Base):
          extra: int = 3
          @nn.compact
          def __call__(self, x):
              x = nn.Dense(self.extra)(x)
              x = super().__call__(x)
              return nn.Dense(2)(x)
      """)
  @Module
  record DerivedDef(int n, int extra) implements Base {
    DerivedDef(int n) {
      this(n, 3);
    }

    @Compact
    @Override
    public Array call(Array x) {
      x = Dense.of(extra).call(x);
      x = Base.super.call(x);
      return Dense.of(2).call(x);
    }
  }

  @Python(
      """
      class NameScope(nn.Module):
          n: int
          @nn.compact_name_scope
          def up(self, x):
              return nn.Dense(self.n)(x)
          @nn.compact_name_scope
          def down(self, x):
              return nn.Dense(2)(nn.Dense(self.n)(x))
          def __call__(self, x):
              return self.down(self.up(x))
      """)
  @Module
  record NameScopeDef(int n) {
    @Compact(nameScope = true)
    Array up(Array x) {
      return Dense.of(n).call(x);
    }

    @Compact(nameScope = true)
    Array down(Array x) {
      // Python constructs the outer layer before the argument of its call.
      var outer = Dense.of(2);
      return outer.call(Dense.of(n).call(x));
    }

    Array call(Array x) {
      var self = NameScope.self();
      return self.down(self.up(x));
    }
  }
}
