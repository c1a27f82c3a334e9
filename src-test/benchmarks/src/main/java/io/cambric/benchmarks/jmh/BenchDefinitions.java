package io.cambric.benchmarks.jmh;

import static io.cambric.module.ModuleScope.param;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Initializers;

/** Modules that benchmarks call. */
final class BenchDefinitions {

  private BenchDefinitions() {}

  /** Gives back what it gets. */
  @Module
  record EchoDef() {
    @Compact
    Array call(Array x) {
      return x;
    }
  }

  /** Reads two parameters, and gives one back. */
  @Module
  record ReaderDef(int features) {
    @Compact
    Array call(Array x) {
      var kernel = param("kernel", Initializers.zeros(), Shape.of(x.dim(-1), features));
      param("bias", Initializers.zeros(), Shape.of(features));
      return kernel;
    }
  }

  /** Calls a submodule that setup made. */
  @Module
  record SetupEchoDef() {
    record Parts(Echo echo) {}

    @Setup
    Parts parts() {
      return new Parts(Echo.of());
    }

    Array call(Parts parts, Array x) {
      return parts.echo().call(x);
    }
  }

  /** Calls a submodule that it makes. */
  @Module
  record CompactEchoDef() {
    @Compact
    Array call(Array x) {
      return Echo.of().call(x);
    }
  }
}
