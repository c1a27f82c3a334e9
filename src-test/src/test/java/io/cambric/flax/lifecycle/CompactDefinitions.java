package io.cambric.flax.lifecycle;

import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.param;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import java.util.ArrayList;
import java.util.List;

/** Modules that the tests of compact methods share. */
public final class CompactDefinitions {

  private CompactDefinitions() {}

  /** Two compact methods, of which one calls the other between its own layers, and a plain one. */
  @Module
  record HelpedDef() {
    @Compact
    Array helper(Array x) {
      return Dense.of(3).call(x);
    }

    @Compact
    Array call(Array x) {
      x = Dense.of(3).call(x);
      x = Helped.self().helper(x);
      return Dense.of(3).call(x);
    }

    Array twice(Array x) {
      return Helped.self().call(Helped.self().call(x));
    }
  }

  /** A module that calls itself to a given depth. */
  @Module
  record DeepeningDef() {
    @Compact
    Array call(Array x, int depth) {
      x = Dense.of(3).call(x);
      return depth > 0 ? Deepening.self().call(x, depth - 1) : x;
    }
  }

  /** The methods that one module inherits from another. */
  interface Foundation {
    int features();

    default Array call(Array x) {
      return Dense.of(features()).call(x);
    }
  }

  /** Puts a layer before and one after what it takes over. */
  @Module
  record ExtendedDef(int features) implements Foundation {
    @Compact
    @Override
    public Array call(Array x) {
      x = Dense.of(3).call(x);
      x = Foundation.super.call(x);
      return Dense.of(2).call(x);
    }
  }

  /** Counts apart in two methods, which a method calls that is not compact. */
  @Module
  record ScopedDef() {
    @Compact(nameScope = true)
    Array up(Array x) {
      return Dense.of(4).call(x).mul(param("gain", Initializers.ones(), Shape.of(4)));
    }

    @Compact(nameScope = true)
    Array down(Array x) {
      return Dense.of(3).call(Dense.of(2).call(x));
    }

    Array call(Array x) {
      return Scoped.self().down(Scoped.self().up(x));
    }
  }

  /** A scope of its own inside of a compact method, called twice, and one inside of that. */
  @Module
  record MixedDef() {
    @Compact
    Array call(Array x) {
      x = Dense.of(3).call(x);
      return Mixed.self().inner(Mixed.self().inner(x));
    }

    @Compact(nameScope = true)
    Array inner(Array x) {
      return Dense.of(3).call(Mixed.self().innermost(x));
    }

    @Compact(nameScope = true)
    Array innermost(Array x) {
      return Dense.of(3).call(x);
    }
  }

  /** A scope of its own that takes what setup made. */
  @Module
  record ScopedPartsDef() {
    record Parts(Dense shared) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(3));
    }

    @Compact(nameScope = true)
    Array up(Parts parts, Array x) {
      return Dense.of(3).call(parts.shared().call(x));
    }
  }

  /** A scope of its own in which each call draws a key. */
  @Module
  record ScopedKeysDef() {
    @Compact(nameScope = true)
    Key draw() {
      return makeRng("noise");
    }

    List<Key> call() {
      var keys = new ArrayList<Key>();
      keys.add(ScopedKeys.self().draw());
      keys.add(ScopedKeys.self().draw());
      return keys;
    }
  }
}
