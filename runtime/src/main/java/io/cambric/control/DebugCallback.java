package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.HeapRoom;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.lax.Batching;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A callback: passes values to code of the user and has no result. It is an effect, see {@link
 * Primitive#hasEffects}.
 *
 * <p>Differentiation passes the primals and no tangents. Under vmap the callback runs once for each
 * lane.
 *
 * @param name name of the code of the user, for listings
 * @param consumer consumes the values of the operands
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.debug.callback.html">jax.debug.callback</a>
 */
public record DebugCallback(String name, Consumer<List<NdArray>> consumer) implements Primitive {

  @Override
  public String name() {
    return "debug_callback";
  }

  @Override
  public String paramsText() {
    return "callback=" + name;
  }

  @Override
  public boolean hasEffects() {
    return true;
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    return List.of();
  }

  @Override
  public Lowering lower(List<ShapedArray> avals) {
    return new Lowering.Kernel((kernels, operands, _) -> {
      var values = new ArrayList<NdArray>(avals.size());
      for (int i = 0; i < avals.size(); i++) {
        values.add(copy(kernels, avals.get(i), operands.get(i)));
      }
      consumer.accept(values);
    });
  }

  /** Copies an operand, since the program reuses its buffers and the user may keep the value. */
  private static NdArray copy(Kernels kernels, ShapedArray aval, Operand operand) {
    var copy = NdArray.of(aval, HeapRoom.allocate(aval));
    kernels.loop(
        LoopBody.copy(aval.dtype()),
        aval.shape().toArray(),
        List.of(operand),
        List.of(copy.operand()));
    return copy;
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    return new Jvp(Trace.bind(this, primals), List.of());
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var lanesFirst = new ArrayList<Array>(operands.size());
    for (int i = 0; i < operands.size(); i++) {
      boolean mapped = axes.get(i) != Batched.NOT_MAPPED;
      lanesFirst.add(
          mapped ? Batching.toFront(axis, operands.get(i), axes.get(i)) : operands.get(i));
    }
    Consumer<List<NdArray>> each =
        values -> {
          for (int lane = 0; lane < axis.size(); lane++) {
            consumer.accept(lane(values, axes, lane));
          }
        };
    Trace.bind(new DebugCallback(name, each), lanesFirst);
    return new Batched(List.of(), List.of());
  }

  private static List<NdArray> lane(List<NdArray> values, List<Integer> axes, int lane) {
    var all = new ArrayList<NdArray>(values.size());
    for (int i = 0; i < values.size(); i++) {
      var value = values.get(i);
      if (axes.get(i) == Batched.NOT_MAPPED) {
        all.add(value);
      } else {
        var aval = value.aval().withShape(value.shape().slice(1, value.rank()));
        all.add(NdArray.of(aval, value.buffer(), value.offset() + lane * aval.shape().size()));
      }
    }
    return all;
  }
}
