package io.cambric.optax.base;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.Optax;
import java.util.List;
import java.util.Map;

/** One parameter of three numbers and its gradients in three steps. */
public final class Sample {

  public static final Map<String, Array> PARAMS = tree(0.7032f, 1.3571f, -0.7291f);

  public static final List<Map<String, Array>> GRADS =
      List.of(
          tree(1.0069f, 0.6116f, 0.7878f),
          tree(1.8776f, 0.8089f, -0.5754f),
          tree(0.2978f, -0.2817f, -1.5294f));

  private Sample() {}

  public static Map<String, Array> tree(float... a) {
    return Map.of("a", row(a));
  }

  public static Array row(float... values) {
    return NdArray.of(Shape.of(values.length), values);
  }

  /** {@return the parameters after a number of steps} */
  public static Array train(GradientTransformation tx, int steps) {
    var params = PARAMS;
    var state = tx.init(params);
    for (int i = 0; i < steps; i++) {
      var step = tx.update(GRADS.get(i), state, params);
      params = Optax.applyUpdates(params, step.updates());
      state = step.state();
    }
    return params.get("a");
  }

  /** {@return the updates of the last of a number of steps} */
  public static Array updates(GradientTransformation tx, int steps) {
    var state = tx.init(PARAMS);
    var updates = PARAMS;
    for (int i = 0; i < steps; i++) {
      var step = tx.update(GRADS.get(i), state, PARAMS);
      updates = step.updates();
      state = step.state();
    }
    return updates.get("a");
  }
}
