package io.cambric.lax.collective;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.MissingRuleException;
import io.cambric.kernel.ReduceOp;
import io.cambric.lax.op.DTypes;
import io.cambric.lax.op.ReductionRules;
import io.cambric.lax.op.SingleResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The largest or smallest element over the lanes of a named axis; all lanes get it. As in JAX, it
 * has no derivative.
 *
 * @param op {@code MAX} or {@code MIN}
 * @param axis the axis
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.pmax.html">lax.pmax</a>
 */
public record Pmax(ReduceOp op, MappedAxis axis) implements Collective {

  @Override
  public String name() {
    return name(op);
  }

  private static String name(ReduceOp op) {
    return op == ReduceOp.MAX ? "pmax" : "pmin";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    return operands.getFirst();
  }

  @Override
  public Batched overLanes(Array lanes) {
    return Batched.of(Trace.bind(new OverLanes(op, Axes.of(0)), lanes), Batched.NOT_MAPPED);
  }

  @Override
  public Batched overOneLane(Array x) {
    return Batched.of(x, Batched.NOT_MAPPED);
  }

  @Override
  public Exchange exchange() {
    return new Exchange.Elements();
  }

  @Override
  public Pmax behindOneAxis() {
    return this;
  }

  @Override
  public Pmax tangent() {
    throw notDifferentiable(op);
  }

  @Override
  public Pmax transposed() {
    throw notDifferentiable(op);
  }

  private static MissingRuleException notDifferentiable(ReduceOp op) {
    return new MissingRuleException(
        "No jvp rule for primitive \"%s\", which forward or reverse differentiation reached. Apply stopGradient to its operand, or reduce an allGather."
            .formatted(name(op)));
  }

  /**
   * The reduction that the operation becomes under vmap, also without a derivative.
   *
   * @param axes the axes reduced, ascending
   */
  public record OverLanes(ReduceOp op, Axes axes) implements SingleResult {

    @Override
    public String name() {
      return Pmax.name(op);
    }

    @Override
    public ShapedArray type(List<ShapedArray> operands) {
      return ReductionRules.type(name(), axes, DTypes.ANY, operands.getFirst());
    }

    @Override
    public Lowering lower(List<ShapedArray> operands) {
      return new Lowering.Reduction(op, axes);
    }

    @Override
    public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
      throw notDifferentiable(op);
    }

    @Override
    public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> batchAxes) {
      var shifted = axes.shiftedFrom(batchAxes.getFirst());
      return Batched.of(
          Trace.bind(new OverLanes(op, shifted), operands.getFirst()),
          batchAxes.getFirst() - shifted.countBelow(batchAxes.getFirst()));
    }
  }
}
