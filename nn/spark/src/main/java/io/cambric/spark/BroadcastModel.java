package io.cambric.spark;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import java.io.Serializable;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A model as it is broadcast. An executor has one of it, whose variables are restored and whose
 * function is compiled by the first task.
 */
final class BroadcastModel implements Serializable {

  private static final long serialVersionUID = 1L;

  private final SerializedTree tree;
  private final PredictFunction function;
  private transient @Nullable Ready ready;

  /** The model in this JVM. */
  private record Ready(Variables variables, Fn2<Variables, Array, Array> compiled) {}

  BroadcastModel(SerializedTree tree, PredictFunction function) {
    this.tree = tree;
    this.function = function;
  }

  private synchronized Ready ready() {
    if (ready == null) {
      var dict = (Map<?, ?>) Objects.requireNonNull(tree.stateDict());
      @SuppressWarnings("unchecked") // the state dict of variables
      var variables = Variables.of((Map<String, ?>) dict);
      ready = new Ready(variables, Transforms.jit(function::predict));
    }
    return ready;
  }

  /** {@return the results of a batch of examples} */
  NdArray predict(NdArray examples) {
    var model = ready();
    return model.compiled().apply(model.variables(), examples).concrete("prediction");
  }
}
