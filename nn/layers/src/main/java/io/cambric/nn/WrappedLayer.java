package io.cambric.nn;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.lax.Lax;
import io.cambric.module.Layer;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** The layer inside a normalisation of weights: its name, its call, and norms of its weights. */
final class WrappedLayer {

  private WrappedLayer() {}

  /**
   * {@return the output of a layer for one array}
   *
   * @param norm names the caller in messages
   * @throws HyperparameterException if the layer has no such call
   */
  static Array call(String norm, Module<?> module, Array x) {
    if (!(module instanceof Layer layer)) {
      var name = ModuleType.nameOf(module);
      throw new HyperparameterException(
          "%s calls its layer with one array, but %s has no call(Array). Pass a function, as in callWith(m -> m.call(...))."
              .formatted(norm, name));
    }
    return layer.call(x);
  }

  /** {@return the name of a layer in its parent} */
  static String name(Module<?> layer) {
    return layer.path().getLast();
  }

  /** {@return a change of variables that changes parameters, given their paths} */
  static UnaryOperator<Variables> mapped(BiFunction<String, Array, Array> change) {
    return variables -> variables.withParams(variables.params().mapWithPath(change));
  }

  /** {@return x / sqrt(sum(x^2) + epsilon), summed over axes} */
  static Array unit(Array x, Axes axes, double epsilon) {
    return x.mul(Lax.rsqrt(Numpy.sum(x.square(), axes, true).add(epsilon)));
  }
}
