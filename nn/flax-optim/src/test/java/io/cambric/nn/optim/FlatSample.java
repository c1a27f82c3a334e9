package io.cambric.nn.optim;

import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.transform.Transforms;
import java.util.List;
import java.util.Map;

/** A bias and a kernel, and their gradients in three steps. */
@SuppressWarnings("deprecation")
final class FlatSample {

  static final Map<String, Array> PARAMS =
      tree(new double[] {0.1, -0.2, 0.3}, 0.5, -1, 0.25, 1.5, 0.75, -0.5);

  static final List<Map<String, Array>> GRADS =
      List.of(
          tree(new double[] {0.5, -1, 0.25}, 1, 0.5, -0.5, 0.25, -2, 0.75),
          tree(new double[] {-0.25, 0.5, 1}, -0.5, 1.5, 0.5, 1, 0.25, -0.25),
          tree(new double[] {1, 0.75, -0.5}, 0.75, -0.25, 2, -1.5, 0.5, 1));

  static final double[] RATES = {0.1, 0.2, 0.05};

  private FlatSample() {}

  static Map<String, Array> tree(double[] bias, double... kernel) {
    return Map.of("bias", array(Shape.of(3), bias), "kernel", array(Shape.of(2, 3), kernel));
  }

  /** {@return the optimiser after the three steps, which are jitted} */
  static <D extends OptimizerDef<D>> Optimizer<D, Map<String, Array>> train(D definition) {
    var step =
        Transforms.jit((Optimizer<D, Map<String, Array>> optimizer, Map<String, Array> grads) ->
            optimizer.applyGradient(grads));
    var optimizer = definition.create(PARAMS);
    for (var grads : GRADS) {
      optimizer = step.apply(optimizer, grads);
    }
    return optimizer;
  }

  static void assertTrained(
      Optimizer<?, Map<String, Array>> optimizer, double[] bias, double... kernel) {
    assertNear(optimizer.target().get("bias"), bias);
    assertNear(optimizer.target().get("kernel"), kernel);
  }

  static double[] bias(double... values) {
    return values;
  }
}
