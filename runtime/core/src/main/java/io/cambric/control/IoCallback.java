package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.MissingRuleException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A Java function of the user with results and effects, called once in each run, in the order of
 * the program. See {@link Primitive#hasEffects}.
 *
 * @param callback its name, for listings and messages
 * @param function from the values of the operands to the results
 * @param results the avals of the results
 * @param ordered whether {@code vmap} is refused, because it runs all lanes of one call before the
 *     next call
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.experimental.io_callback.html">jax.experimental.io_callback</a>
 */
public record IoCallback(
    String callback,
    Function<List<NdArray>, List<Array>> function,
    List<ShapedArray> results,
    boolean ordered)
    implements Primitive {

  /** Copies the avals. */
  public IoCallback {
    results = List.copyOf(results);
  }

  @Override
  public String name() {
    return "io_callback";
  }

  @Override
  public String paramsText() {
    return "callback=%s ordered=%s".formatted(callback, ordered);
  }

  @Override
  public boolean hasEffects() {
    return true;
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    return results;
  }

  @Override
  public Lowering lower(List<ShapedArray> avals) {
    return new Lowering.Kernel((kernels, operands, stored, _) ->
        HostValues.call(callback, function, avals, results, kernels, operands, stored));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    throw PureCallback.noDerivative("io_callback", callback);
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    if (ordered) {
      throw new MissingRuleException(
          "vmap runs the lanes of a callback in any order, but the io_callback of %s is ordered. Leave out ordered, or call it outside vmap."
              .formatted(callback));
    }
    var each = new HostValues.EachLane(callback, function, axes, axis.size(), results);
    return HostValues.frontBatched(
        Trace.bind(
            new IoCallback(callback, each, HostValues.laneAvals(results, axis.size()), false),
            HostValues.lanesFirst(axis, operands, axes)));
  }
}
