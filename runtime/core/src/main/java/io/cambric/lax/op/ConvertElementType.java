package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.ScalarOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Conversion to another dtype: floating to integer truncates and saturates, NaN becomes 0; anything
 * to bool is "not 0". Linear between floating dtypes, flat elsewhere.
 *
 * @param newDtype dtype of the result
 * @param weakType whether the result is weakly typed
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.convert_element_type.html">lax.convert_element_type</a>
 */
record ConvertElementType(DType newDtype, boolean weakType) implements ElementwiseOp, LinearOp {

  @Override
  public String name() {
    return "convert_element_type";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.CONVERT;
  }

  @Override
  public DTypes accepts() {
    return DTypes.ANY;
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    return new ShapedArray(operands.getFirst().shape(), newDtype, weakType);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    boolean linear = newDtype.isFloating() && primals.getFirst().dtype().isFloating();
    return linear
        ? LinearOp.super.jvp(primals, tangents)
        : Jvp.of(Trace.bind(this, primals.getFirst()), null);
  }

  @Override
  public Array transpose(Array cotangent, ShapedArray operand) {
    return UnaryOps.convertElementType(cotangent, operand.dtype());
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}
