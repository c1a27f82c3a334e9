package io.cambric.flax.lift;

import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.param;
import static io.cambric.module.ModuleScope.variable;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.module.Lift;
import io.cambric.nn.Dense;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.scope.Variables;
import io.cambric.transform.result.Carry;
import io.cambric.tree.Trees;

/** Modules that the tests of lifted transformations share. */
public final class LiftDefinitions {

  private LiftDefinitions() {}

  /** {@return an f32 scalar} */
  static Array scalar(double value) {
    return NdArray.scalar(DType.F32, value);
  }

  /** One dense layer of its own. */
  @Module
  record LineDef(int features) {
    @Compact
    Array call(Array x) {
      return Dense.of(features).call(x);
    }
  }

  /** Adds its input to a total in collection {@code state}, which it makes, and returns that. */
  @Module
  record TotalDef() {
    @Compact
    Array call(Array x) {
      var total = variable("state", "total", () -> Numpy.zeros(x.shape()));
      total.set(total.get().add(x));
      return total.get();
    }
  }

  /** The body of a loop that carries its input through a dense layer. */
  @Module
  record LoopBodyDef() {
    @Compact
    Carry<Array, Array> call(Array carry, Array x) {
      var next = Dense.of(carry.dim(-1)).call(carry.add(x)).tanh();
      return new Carry<>(next, next);
    }
  }

  /** Adds noise of stream {@code noise}. */
  @Module
  record NoisyDef() {
    @Compact
    Array call(Array x) {
      return x.add(Random.normal(makeRng("noise"), x.shape()));
    }
  }

  /** A scalar parameter times the input. */
  @Module
  record ScaleDef() {
    @Compact
    Array call(Array x) {
      return x.mul(param("p", Initializers.constant(0.5), Shape.scalar()));
    }
  }

  /** A layer of setup, used by two methods. */
  @Module
  record TwoMethodsDef(int features) {
    record Parts(Dense inner) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(features));
    }

    Array call(Parts parts, Array x) {
      return parts.inner().call(x);
    }

    Array doubled(Parts parts, Array x) {
      return parts.inner().call(x).mul(2);
    }
  }

  /** Calls a layer that it was given. */
  @Module
  record HolderDef(Dense inner) {
    @Compact
    Array call(Array x) {
      return inner.call(x);
    }
  }

  /** A module of any parts in which a body, given as a function, runs. */
  @Module
  record HostDef(Body body) {
    @Compact
    Object call(Array x) {
      return body.run(Host.self(), x);
    }
  }

  /** A function of a running module. */
  @FunctionalInterface
  public interface Body {
    /** {@return what its call returns} */
    Object run(Host self, Array x);
  }

  /** A parameter of its own times what another module makes of the input. */
  @Module
  record ScaledTwiceDef(Scale inner) {
    @Compact
    Array call(Array x) {
      return inner.call(x).mul(param("p", Initializers.constant(0.5), Shape.scalar()));
    }
  }

  /** Makes its parts in a helper of setup. */
  @Module
  record HelpedDef(int features) {
    record Parts(Dense first, Dense second) {}

    @Setup
    Parts parts() {
      return new Parts(layer(), layer());
    }

    private Dense layer() {
      return Dense.of(features);
    }

    Array call(Parts parts, Array x) {
      return parts.second().call(parts.first().call(x));
    }
  }

  /** Encodes and decodes with one kernel, which the decoder sees transposed. */
  @Module
  record TiedDef(int features, int latents) {
    @Compact
    Array call(Array x) {
      return decode(encode(x));
    }

    @Compact
    Array encode(Array x) {
      return times(x, latents);
    }

    @Compact
    Array decode(Array z) {
      return Lift.mapVariables((Array y) -> times(y, features))
          .collections("params")
          .in(TiedDef::transposed)
          .out(TiedDef::transposed)
          .mutable(true)
          .apply(z);
    }

    private static Array times(Array x, int columns) {
      return x.matmul(param("kernel", Initializers.lecunNormal(), Shape.of(x.dim(-1), columns)));
    }

    private static Variables transposed(Variables variables) {
      return Trees.map(variables, leaf -> ((Array) leaf).transpose());
    }
  }
}
