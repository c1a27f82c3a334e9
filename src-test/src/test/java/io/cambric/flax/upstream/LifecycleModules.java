package io.cambric.flax.upstream;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Activations.relu;
import static io.cambric.numpy.Initializers.ones;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.PyTree;
import io.cambric.annotations.Setup;
import io.cambric.annotations.Static;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.module.Lift;
import io.cambric.module.Partial;
import io.cambric.nn.Dense;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;

/** The modules of the note on the life cycle of modules. */
public final class LifecycleModules {

  private LifecycleModules() {}

  @Module
  record MlpDef(int hiddenSize, int outSize) {
    record Parts(Dense hidden, Dense out) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(hiddenSize), Dense.of(outSize));
    }

    Array call(Parts parts, Array x) {
      var a = parts.hidden().call(x);
      var h = relu(a);
      return parts.out().call(h);
    }
  }

  @Module
  record CompactMlpDef(int hiddenSize, int outSize) {
    @Compact
    Array call(Array x) {
      var a = Dense.of(hiddenSize).call(x);
      var h = relu(a);
      return Dense.of(outSize).call(h);
    }
  }

  @Module
  record CompactScaledMlpDef(int hiddenSize, int outSize) {
    @Compact
    Array call(Array x) {
      var scale = param("scale", ones(), Shape.of(x.dim(-1)));
      x = x.mul(scale.get("None"));
      var a = Dense.of(hiddenSize).call(x);
      var h = relu(a);
      return Dense.of(outSize).call(h);
    }
  }

  @Module
  record CorrectModuleDef() {
    @Compact
    Array call(Array x, String mode) {
      var encoder = Dense.of(8);
      var decoder = Dense.of(4);
      return mode.equals("encode") ? encoder.call(x) : decoder.call(x);
    }
  }

  @Module
  record NamedBranchesDef() {
    @Compact
    Array call(Array x, String mode) {
      if (mode.equals("encode")) {
        return Dense.of(8).named("encoder").call(x);
      }
      return Dense.of(4).named("decoder").call(x);
    }
  }

  @Module
  record SetupBranchesDef() {
    record Parts(Dense encoder, Dense decoder) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(8), Dense.of(4));
    }

    Array call(Parts parts, Array x, String mode) {
      return mode.equals("encode") ? parts.encoder().call(x) : parts.decoder().call(x);
    }
  }

  @Module
  record TopLevelAccessDef() {
    record Parts(Dense foo) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(2));
    }

    Array call(Parts parts, Array x) {
      return parts.foo().call(x);
    }
  }

  /** Calls a function that closes over a module; transformed only if the flag says so. */
  @Module
  record ClosureDef(boolean transformed) {
    @Compact
    Array call(Array x) {
      var dense = Dense.of(x.dim(-1));
      Fn<Array, Array> fn = y -> dense.call(y).add(1);
      if (!transformed) {
        return inner(x, fn);
      }
      return Lift.vmap((Closure m, Array y, Fn<Array, Array> f) -> m.inner(y, f))
          .variableAxis("params", 0)
          .splitRngs("params")
          .apply(Closure.self(), x, fn);
    }

    Array inner(Array x, Fn<Array, Array> fn) {
      for (int i = 0; i < 3; i++) {
        x = fn.apply(x);
      }
      return x;
    }
  }

  /** The same with a closure that is a pytree. */
  @Module
  record PartialClosureDef() {
    @Compact
    Array call(Array x) {
      var dense = Dense.of(x.dim(-1));
      var fn = new Partial<>((Dense d, Array y) -> d.call(y).add(1), dense);
      return Lift.vmap((PartialClosure m, Array y, Partial<Dense, Array, Array> f) -> m.inner(y, f))
          .variableAxis("params", 0)
          .splitRngs("params")
          .apply(PartialClosure.self(), x, fn);
    }

    Array inner(Array x, Fn<Array, Array> fn) {
      for (int i = 0; i < 3; i++) {
        x = fn.apply(x);
      }
      return x;
    }
  }

  /** A function with a module as its first argument, as users write it themselves. */
  @PyTree
  record OnDense(@Static Fn2<Dense, Array, Array> fn, Dense dense) implements Fn<Array, Array> {
    @Override
    public Array apply(Array x) {
      return fn.apply(dense, x);
    }
  }

  /** The same with a closure that the user declares. */
  @Module
  record OwnClosureDef() {
    @Compact
    Array call(Array x) {
      var fn = new OnDense((dense, y) -> dense.call(y).add(1), Dense.of(x.dim(-1)));
      return Lift.vmap((OwnClosure m, Array y, OnDense f) -> m.inner(y, f))
          .variableAxis("params", 0)
          .splitRngs("params")
          .apply(OwnClosure.self(), x, fn);
    }

    Array inner(Array x, Fn<Array, Array> fn) {
      for (int i = 0; i < 3; i++) {
        x = fn.apply(x);
      }
      return x;
    }
  }

  @Module
  record EncoderDef(int latents) {
    @Compact
    Array call(Array x) {
      return Dense.of(latents).call(x);
    }
  }

  @Module
  record DecoderDef(int features) {
    @Compact
    Array call(Array z) {
      return Dense.of(features).call(z);
    }
  }

  @Module
  record AutoEncoderDef(int latents, int features) {
    record Parts(Encoder encoder, Decoder decoder) {}

    @Setup
    Parts parts() {
      return new Parts(Encoder.of(latents), Decoder.of(features));
    }

    Array call(Parts parts, Array x) {
      return parts.decoder().call(parts.encoder().call(x));
    }
  }
}
