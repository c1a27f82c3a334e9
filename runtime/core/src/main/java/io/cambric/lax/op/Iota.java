package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Lowering;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import java.util.List;

/**
 * The index along one axis at each point. The operation has no operands, so no transformation
 * applies to it.
 *
 * @param dtype integer or floating
 * @param shape of the result
 * @param dimension the axis of the index
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.iota.html">lax.iota</a>
 */
record Iota(DType dtype, Shape shape, int dimension) implements SingleResult {

  @Override
  public String name() {
    return "iota";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    if (dtype == DType.BOOL) {
      throw new DTypeException(
          "iota needs %s, but got bool. Compare the result of an integer iota instead."
              .formatted(DTypes.NUMERIC.text()));
    }
    if (dimension < 0 || dimension >= shape.rank()) {
      throw new ShapeException(
          "iota along axis %d needs an axis in [0, %d) of the shape %s."
              .formatted(dimension, shape.rank(), shape));
    }
    return new ShapedArray(shape, dtype);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Elementwise(
        new LoopBody(List.of(), List.of(Instr.index(dtype, dimension)), List.of(0)));
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    var result = Trace.bind(this, List.of()).getFirst();
    return RaggedRules.sized(this, call, result, RaggedRules.unknown(shape.rank()));
  }
}
