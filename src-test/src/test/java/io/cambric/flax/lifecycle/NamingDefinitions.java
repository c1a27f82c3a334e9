package io.cambric.flax.lifecycle;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.module.Layer;
import io.cambric.module.ModuleScope;
import io.cambric.nn.Dense;
import io.cambric.nn.Sequential;
import io.cambric.transform.result.Carry;
import java.util.List;
import java.util.Map;

/** Modules that the tests of names share. */
public final class NamingDefinitions {

  private NamingDefinitions() {}

  /** A part of setup whose name is that of the first automatic one. */
  @Module
  record ClashingPartDef() {
    record Parts(@io.cambric.annotations.Named("Dense_0") Dense part) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(3));
    }

    @Compact
    Array call(Parts parts, Array x) {
      return Dense.of(3).call(parts.part().call(x));
    }
  }

  /** One module in two parts of setup. */
  @Module
  record SharedPartDef() {
    record Parts(Dense first, Dense second) {}

    @Setup
    Parts parts() {
      var shared = Dense.of(3);
      return new Parts(shared, shared);
    }

    Array call(Parts parts, Array x) {
      return parts.second().call(parts.first().call(x));
    }
  }

  /** A part of setup that is given the name of another one. */
  @Module
  record TwicePartDef() {
    record Parts(List<Dense> subs, Dense other) {}

    @Setup
    Parts parts() {
      return new Parts(List.of(Dense.of(3)), Dense.of(3).named("subs_0"));
    }

    Array call(Parts parts, Array x) {
      return parts.other().call(x);
    }
  }

  /** Modules and a function in containers of setup. */
  @Module
  record ContainedDef(Map<Object, Object> table, List<Layer> layers) {
    record Parts(Map<Object, Object> d, List<Layer> z) {}

    @Setup
    Parts parts() {
      return new Parts(table, layers);
    }

    Array call(Parts parts, Array x) {
      return x;
    }
  }

  /** A sequence that setup makes. */
  @Module
  record SequencePartDef() {
    record Parts(Sequential seq) {}

    @Setup
    Parts parts() {
      return new Parts(Sequential.of(Dense.of(3), x -> x, Dense.of(2)));
    }

    Array call(Parts parts, Array x) {
      return parts.seq().call(x);
    }
  }

  /** Modules in a map, and one more. */
  @Module
  record KeyedDef(Map<String, Layer> a, Layer last) {
    Array call(Array x) {
      for (var layer : a.values()) {
        x = layer.call(x);
      }
      return last.call(x);
    }
  }

  /** Lets the modules that it is given keep their names. */
  @Module(preserveAdoptedNames = true)
  record PreservingDef(Layer a, List<Layer> b) {
    record Parts(Layer same) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(3).named("made").detached());
    }

    Array call(Parts parts, Array x) {
      x = a.call(x);
      for (var layer : b) {
        x = layer.call(x);
      }
      return parts.same().call(x);
    }
  }

  /** A module that gives its path. */
  @Module
  record PathDef() {
    List<String> call(Array x) {
      return ModuleScope.path();
    }
  }

  /** The body of a loop. */
  @Module
  record StepDef() {
    @Compact
    Carry<Array, Array> call(Array carry, Array x) {
      return new Carry<>(Dense.of(3).call(carry), x);
    }
  }
}
