package io.cambric.spark;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import java.io.Serializable;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * A model that is broadcast as bytes. Each executor has one copy. Its first task restores the
 * variables and compiles the function.
 */
final class BroadcastModel implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The models of this JVM, by the bytes that Spark keeps here; guarded by its own monitor. */
  private static final Map<byte[], Ready> READY = new WeakHashMap<>();

  private final Broadcast<byte[]> bytes;

  /** The content of the bytes. */
  private record Sent(SerializedTree tree, PredictFunction function) implements Serializable {}

  /** The model in this JVM. */
  private record Ready(Variables variables, Fn2<Variables, Array, Array> compiled) {}

  private BroadcastModel(Broadcast<byte[]> bytes) {
    this.bytes = bytes;
  }

  static BroadcastModel of(
      JavaSparkContext context, Variables variables, PredictFunction function) {
    var sent = new Sent(SerializedTree.of(variables), function);
    return new BroadcastModel(context.broadcast(SerializedObjects.of(sent)));
  }

  private Ready ready() {
    synchronized (READY) {
      return READY.computeIfAbsent(bytes.value(), BroadcastModel::restored);
    }
  }

  private static Ready restored(byte[] bytes) {
    var sent = (Sent) SerializedObjects.read(bytes);
    var dict = (Map<?, ?>) Objects.requireNonNull(sent.tree().stateDict());
    @SuppressWarnings("unchecked") // the state dict of variables
    var variables = Variables.of((Map<String, ?>) dict);
    return new Ready(variables, Transforms.jit(sent.function()::predict));
  }

  /** {@return the results of a batch of examples} */
  NdArray predict(NdArray examples) {
    var model = ready();
    return model.compiled().apply(model.variables(), examples).concrete("prediction");
  }
}
