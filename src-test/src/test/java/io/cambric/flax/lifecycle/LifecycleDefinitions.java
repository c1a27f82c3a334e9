package io.cambric.flax.lifecycle;

import static io.cambric.module.ModuleScope.param;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.module.Layer;
import io.cambric.nn.Dense;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Modules that the tests of lifecycle, names, compact methods and sharing share. */
public final class LifecycleDefinitions {

  static final Key KEY = Key.of(0);

  private LifecycleDefinitions() {}

  /** A function of a running module. */
  @FunctionalInterface
  public interface Body {
    /** {@return what the method returns} */
    Object run(Object x);
  }

  /** Runs a body in two compact methods, a plain one, and one with a scope of its own. */
  @Module
  record RunnerDef(Body body) {
    @Compact
    Object call(Object x) {
      return body.run(x);
    }

    @Compact
    Object again(Object x) {
      return body.run(x);
    }

    Object plain(Object x) {
      return body.run(x);
    }

    @Compact(nameScope = true)
    Object scoped(Object x) {
      return body.run(x);
    }
  }

  /** The output layer is constructed before the hidden one, whose output it takes. */
  @Module
  record PerceptronDef(int hidden, int out) {
    @Compact
    Array call(Array x) {
      return Dense.of(out).call(Activations.relu(Dense.of(hidden).call(x)));
    }
  }

  /** An encoder and a decoder of setup. */
  @Module
  record CoderDef(int latents, int features) {
    record Parts(Dense encoder, Dense decoder) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(latents), Dense.of(features));
    }

    Array call(Parts parts, Array x) {
      return parts.decoder().call(encode(parts, x));
    }

    Array encode(Parts parts, Array x) {
      return parts.encoder().call(x);
    }

    int width() {
      return latents + features;
    }
  }

  /** A layer and a parameter of setup. */
  @Module
  record WeightedDef(int features) {
    record Parts(Dense layer, Array weight) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(features), param("scale", Initializers.ones(), Shape.of(features)));
    }

    Array call(Parts parts, Array x) {
      return parts.layer().call(x).mul(parts.weight());
    }
  }

  /** Calls the two layers that it was given, one after the other. */
  @Module
  record PairDef(Layer a, Layer b) {
    Array call(Array x) {
      return b.call(a.call(x));
    }
  }

  /** Calls the layer that it was given. */
  @Module
  record WrapDef(Layer inner) {
    Array call(Array x) {
      return inner.call(x);
    }
  }

  /** The variables that a body makes in a compact method. */
  static Variables init(Body body) {
    return Runner.of(body).init(KEY, m -> m.call(""));
  }

  /** The names of what a body makes in a compact method, in order. */
  static Set<String> names(Body body) {
    return init(body).params().entries().keySet();
  }

  /** The numbers of all leaves below params, by path. */
  static Map<String, List<Float>> values(Variables variables) {
    var values = new LinkedHashMap<String, List<Float>>();
    for (var path : variables.params().paths()) {
      values.put(path, floats(variables.params().get(path.split("/"))));
    }
    return values;
  }

  private static List<Float> floats(Array array) {
    var floats = new ArrayList<Float>();
    for (float each : array.toFloats()) {
      floats.add(each);
    }
    return floats;
  }
}
