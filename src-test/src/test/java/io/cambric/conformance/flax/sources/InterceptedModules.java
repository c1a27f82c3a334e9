package io.cambric.conformance.flax.sources;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;

/** Modules whose methods are intercepted. */
final class InterceptedModules {

  private InterceptedModules() {}

  @Python(
      """
      class Inner(nn.Module):
          def setup(self):
              self.k = 2.0
          def __call__(self, x):
              return self.scale(x) + 1
          def scale(self, x):
              return x * self.k
      """)
  @Module
  record InterceptedInnerDef() {
    record Parts(double k) {}

    @Setup
    Parts parts() {
      return new Parts(2);
    }

    Array call(Parts parts, Array x) {
      return InterceptedInner.self().scale(x).add(1);
    }

    Array scale(Parts parts, Array x) {
      return x.mul(parts.k());
    }
  }

  @Python(
      """
      class Outer(nn.Module):
          @nn.compact
          def __call__(self, x):
              return Inner(name='a')(x) + Inner(name='b')(x)
      """)
  @Module
  record InterceptedOuterDef() {
    @Compact
    Array call(Array x) {
      var first = InterceptedInner.of().named("a").call(x);
      return first.add(InterceptedInner.of().named("b").call(x));
    }
  }

  /** A record has no superclass, so the method of the other definition is written again. */
  @Python(
      """
      class Derived(Inner):
          def __call__(self, x):
              return super().__call__(x) * 10
      """)
  @Module
  record InterceptedDerivedDef() {
    record Parts(double k) {}

    @Setup
    Parts parts() {
      return new Parts(2);
    }

    Array call(Parts parts, Array x) {
      return InterceptedDerived.self().scale(x).add(1).mul(10);
    }

    Array scale(Parts parts, Array x) {
      return x.mul(parts.k());
    }
  }
}
