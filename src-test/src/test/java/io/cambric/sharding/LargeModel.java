package io.cambric.sharding;

import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Optax.applyUpdates;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.distributed.GroupOptions;
import io.cambric.distributed.ProcessGroup;
import io.cambric.errors.HeapExhaustedException;
import io.cambric.lax.Lax;
import io.cambric.module.Layer;
import io.cambric.nn.Dense;
import io.cambric.nn.Sequential;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.scope.AxisRule;
import io.cambric.scope.LogicalAxes;
import io.cambric.scope.Shards;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A training of a model whose parameters, gradients and optimiser states need a larger heap than a
 * process has. Arguments: rank, number of processes, port, whether the parameters are sharded.
 *
 * @param isSharded whether processes keep slices of the kernels
 */
record LargeModel(boolean isSharded) {

  static final String AXIS = "batch";

  static final int STEPS = 3;

  static final String EXHAUSTED = "heap exhausted";

  static final int FEATURES = 768;

  static final int DEPTH = 8;

  private static final List<AxisRule> RULES = List.of(AxisRule.of("embed", AXIS));

  private static final GradientTransformation ADAM = adam(1e-3);

  /** The state between two steps. */
  record State(Variables variables, OptState optimiser) {}

  /** {@return the bytes of all kernels} */
  static long bytes() {
    return (long) DEPTH * FEATURES * FEATURES * Float.BYTES;
  }

  /** {@return the rows of one process} */
  static Array data(int rank) {
    return Random.normal(Key.of(1).foldIn(rank), Shape.of(8, FEATURES));
  }

  private Sequential model() {
    var kernelInit =
        LogicalAxes.withLogicalPartitioning(Initializers.uniform(0.03), "embed", "mlp");
    var layers = new ArrayList<Layer>();
    for (int i = 0; i < DEPTH; i++) {
      var layer = Dense.of(FEATURES).withKernelInit(kernelInit);
      layers.add(isSharded ? layer.sharded().remat() : layer);
    }
    return Sequential.of(layers);
  }

  State initial(Array x) {
    var variables = LogicalAxes.logicalAxisRules(RULES, () -> model().init(Key.of(0), x));
    return new State(variables, ADAM.init(variables));
  }

  State next(State state, Array x) {
    var model = model();
    var grads =
        grad((Variables v) -> model.apply(v, x).sub(x).square().mean()).apply(state.variables());
    var means = isSharded ? Shards.pmean(grads, AXIS) : Lax.pmean(grads, AXIS);
    var updated = ADAM.update(means, state.optimiser(), state.variables());
    return new State(applyUpdates(state.variables(), updated.updates()), updated.state());
  }

  /** {@return a number that depends on each bit of the first layer and of the last} */
  static int fingerprint(Variables variables) {
    int hash = 0;
    for (var layer : List.of("layers_0", "layers_" + (DEPTH - 1))) {
      for (var leaf : Trees.leaves(Shards.gather(variables.params().at(layer)))) {
        hash = 31 * hash + Arrays.hashCode(((Array) leaf).toFloats());
      }
    }
    return hash;
  }

  public static void main(String[] arguments) {
    int rank = Integer.parseInt(arguments[0]);
    int size = Integer.parseInt(arguments[1]);
    int port = Integer.parseInt(arguments[2]);
    var model = new LargeModel(Boolean.parseBoolean(arguments[3]));
    try (var group = ProcessGroup.join(GroupOptions.of(rank, size, "127.0.0.1", port))) {
      System.out.println(group.run(AXIS, () -> fingerprint(model.trained(data(rank)))));
    } catch (HeapExhaustedException | OutOfMemoryError e) {
      System.out.println(EXHAUSTED);
    }
  }

  private Variables trained(Array x) {
    var step = jit(this::next).donate(0);
    var state = initial(x);
    for (int i = 0; i < STEPS; i++) {
      state = step.apply(state, x);
    }
    return state.variables();
  }
}
