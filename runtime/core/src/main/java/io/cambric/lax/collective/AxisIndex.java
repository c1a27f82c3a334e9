package io.cambric.lax.collective;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.AxisGroup;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.lax.op.ShapeOps;
import io.cambric.lax.op.SingleResult;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The index of the lane along a named axis, an i32 scalar.
 *
 * @param axis the axis
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.axis_index.html">lax.axis_index</a>
 */
public record AxisIndex(MappedAxis axis) implements SingleResult {

  @Override
  public String name() {
    return "axis_index";
  }

  @Override
  public Set<String> axisNames() {
    return Set.of(axisName());
  }

  private String axisName() {
    return Objects.requireNonNull(axis.name());
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    return new ShapedArray(Shape.scalar(), DType.I32);
  }

  /** A worker knows its index without communication. */
  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Kernel((_, _, results, _) -> {
      var result = results.getFirst();
      result.buffer().setDouble(result.offset(), AxisGroup.index(name(), axisName()));
    });
  }

  @Override
  public Batched batch(MappedAxis mapped, List<Array> operands, List<Integer> axes) {
    return axisName().equals(mapped.name())
        ? Batched.of(ShapeOps.iota(DType.I32, axis.size()), 0)
        : Batched.of(Trace.bind(this), Batched.NOT_MAPPED);
  }
}
