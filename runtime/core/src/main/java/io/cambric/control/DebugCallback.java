package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A callback passes values to code of the user and has no result. It is an effect, see {@link
 * Primitive#hasEffects}.
 *
 * <p>Differentiation passes the primals and no tangents. Under vmap the callback runs once for each
 * lane.
 *
 * @param function name of the code of the user, for listings
 * @param consumer consumes the values of the operands
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.debug.callback.html">jax.debug.callback</a>
 */
public record DebugCallback(String function, Consumer<List<NdArray>> consumer)
    implements Primitive {

  @Override
  public String name() {
    return "debug_callback";
  }

  @Override
  public String paramsText() {
    return "callback=" + function;
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
    return new Lowering.Kernel(
        (kernels, operands, _, _) -> consumer.accept(HostValues.copies(kernels, avals, operands)));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    return new Jvp(Trace.bind(this, primals), List.of());
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    Consumer<List<NdArray>> each =
        values -> {
          for (int lane = 0; lane < axis.size(); lane++) {
            consumer.accept(HostValues.lane(values, axes, lane));
          }
        };
    Trace.bind(new DebugCallback(function, each), HostValues.lanesFirst(axis, operands, axes));
    return new Batched(List.of(), List.of());
  }
}
