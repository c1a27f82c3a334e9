package io.cambric.flax.lifecycle;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.module.ModuleScope.shareScope;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.numpy.Initializers;

/** Modules that the tests of hooks, shared scopes and copies share. */
public final class SharingDefinitions {

  private SharingDefinitions() {}

  /** A low-rank change of a layer that it is given, in one scope with that. */
  @Module
  record AdapterDef(Dense base, int rank) {
    record Parts() {}

    @Setup
    Parts parts() {
      shareScope(base);
      return new Parts();
    }

    @Compact
    Array call(Array x) {
      var a = param("A", Initializers.zeros(), Shape.of(x.dim(-1), rank));
      var b = param("B", Initializers.zeros(), Shape.of(rank, base.features()));
      return base.call(x).add(x.matmul(a).matmul(b));
    }
  }

  /** A low-rank change of a layer that its setup makes, in one scope with that. */
  @Module
  record OwnAdapterDef(int features, int rank) {
    record Parts(Dense child) {}

    @Setup
    Parts parts() {
      var child = Dense.of(features).named("child");
      shareScope(child);
      return new Parts(child);
    }

    @Compact
    Array call(Parts parts, Array x) {
      var a = param("A", Initializers.zeros(), Shape.of(x.dim(-1), rank));
      var b = param("B", Initializers.zeros(), Shape.of(rank, features));
      return parts.child().call(x).add(x.matmul(a).matmul(b));
    }
  }

  /** An adapter of setup. */
  @Module
  record AdaptedPartDef() {
    record Parts(Adapter layer) {}

    @Setup
    Parts parts() {
      return new Parts(Adapter.of(Dense.of(4), 2));
    }

    Array call(Parts parts, Array x) {
      return parts.layer().call(x);
    }
  }

  /** Makes copies of a template, which it does not call itself. */
  @Module
  record StackedDef(Dense template) {
    @Compact
    Array call(Array x) {
      x = template.copy().call(x);
      x = template.copy().named("given").call(x);
      return template.copy().call(x);
    }
  }

  /** Calls its template and a copy of it. */
  @Module
  record TemplateAndCopyDef(Pair template) {
    @Compact
    Array call(Array x) {
      return template.copy().call(template.call(x));
    }
  }

  /** Components of several types, in an order that is not that of their names. */
  @Module
  record OrderedDef(int zero, String one, double alpha) {
    OrderedDef(int zero) {
      this(zero, "one", 0.5);
    }

    Array call(Array x) {
      return x;
    }
  }

  /**
   * A module whose setup computes a value: the value stands in its record, not among the
   * components.
   */
  @Module
  record ComputedDef(int features) {
    record Parts(int twice, Dense layer) {}

    @Setup
    Parts parts() {
      return new Parts(2 * features, Dense.of(2 * features));
    }

    Array call(Parts parts, Array x) {
      return parts.layer().call(x).mul(parts.twice());
    }
  }

  /** An interface whose default method modules may run inside of their own. */
  interface Doubling {
    default Array call(Array x) {
      return x.mul(2);
    }
  }

  /** Goes through what it overrides directly, and through another method of its own by self. */
  @Module
  record OverridingDef() implements Doubling {
    @Override
    public Array call(Array x) {
      return Overriding.self().add(Doubling.super.call(x));
    }

    Array add(Array x) {
      return x.add(1);
    }
  }
}
