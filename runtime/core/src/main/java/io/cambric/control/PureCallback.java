package io.cambric.control;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Source;
import io.cambric.core.Trace;
import io.cambric.errors.MissingRuleException;
import io.cambric.lax.Lax;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A Java function of the user with results and without effects, called when the program runs.
 *
 * <p>The compiler may drop a call without readers, merge equal calls, or move a call.
 *
 * @param callback its name, for listings and messages
 * @param function from the values of the operands to the results
 * @param results the avals of the results
 * @param vmapMethod null where {@code vmap} is refused
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.pure_callback.html">jax.pure_callback</a>
 */
public record PureCallback(
    String callback,
    Function<List<NdArray>, List<Array>> function,
    List<ShapedArray> results,
    @Nullable VmapMethod vmapMethod)
    implements Primitive {

  /** Copies the avals. */
  public PureCallback {
    results = List.copyOf(results);
  }

  @Override
  public String name() {
    return "pure_callback";
  }

  @Override
  public String paramsText() {
    return "callback=" + callback;
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
    throw noDerivative("pure_callback", callback);
  }

  /** {@return the exception for the derivative of a callback} */
  static MissingRuleException noDerivative(String name, String callback) {
    return new MissingRuleException(
        "Differentiation needs a derivative of each operation, but reached %s of %s at %s, which has none. Give the function around it a derivative with customJvp or customVjp."
            .formatted(name, callback, Source.capture()));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var lanes = HostValues.lanesFirst(axis, operands, axes);
    var batched = HostValues.laneAvals(results, axis.size());
    return HostValues.frontBatched(
        switch (vmapMethod) {
          case SEQUENTIAL, SEQUENTIAL_UNROLLED ->
              Trace.bind(
                  new PureCallback(
                      callback,
                      new HostValues.EachLane(callback, function, axes, axis.size(), results),
                      batched,
                      vmapMethod),
                  lanes);
          case EXPAND_DIMS -> called(batched, leading(lanes, axes, 1));
          case BROADCAST_ALL -> called(batched, leading(lanes, axes, axis.size()));
          case LEGACY_VECTORIZED -> called(batched, lanes);
          case null ->
              throw new MissingRuleException(
                  "vmap of pure_callback needs to know how the callback %s takes lanes, but it has no VmapMethod. Pass VmapMethod.SEQUENTIAL, or another method that the callback supports."
                      .formatted(callback));
        });
  }

  private List<Array> called(List<ShapedArray> batched, List<Array> operands) {
    return Trace.bind(new PureCallback(callback, function, batched, vmapMethod), operands);
  }

  private static List<Array> leading(List<Array> operands, List<Integer> axes, int size) {
    var all = new ArrayList<Array>(operands.size());
    for (int i = 0; i < operands.size(); i++) {
      var operand = operands.get(i);
      all.add(
          axes.get(i) == Batched.NOT_MAPPED
              ? Lax.broadcastInDim(
                  operand, operand.shape().insert(0, size), Axes.range(1, operand.rank() + 1))
              : operand);
    }
    return all;
  }
}
