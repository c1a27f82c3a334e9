package io.cambric.nn;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Initializers.lecunNormal;
import static io.cambric.numpy.Initializers.zeros;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Numpy;
import org.jspecify.annotations.Nullable;

/**
 * A linear map written as an equation: {@code "...d,dnh->...nh"} maps features to heads.
 *
 * <p>The first operand is the input, the second the kernel. The bias has the axes of the result
 * that the kernel has.
 *
 * <p>Variables: {@code params/kernel} {@code shape}, {@code params/bias}.
 *
 * @param shape of the kernel
 * @param einsumStr the equation; {@code null} if the call gives it
 * @param useBias whether a bias is added
 * @param dtype dtype to compute in, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 * @param kernelInit initializer of the kernel
 * @param biasInit initializer of the bias
 * @param promoteDtype the choice of the dtypes to compute in; {@code null} to follow {@code dtype}
 * @param preferredElementType dtype of the product; {@code null} for the dtype computed in
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.Einsum">flax.linen.Einsum</a>
 */
@Module
record EinsumDef(
    Shape shape,
    @Nullable String einsumStr,
    boolean useBias,
    @Nullable DType dtype,
    DType paramDtype,
    Initializer kernelInit,
    Initializer biasInit,
    @Nullable PromoteDtypeFn promoteDtype,
    @Nullable DType preferredElementType) {

  /** A map with a bias. */
  EinsumDef(Shape shape, @Nullable String einsumStr) {
    this(shape, einsumStr, true, null, DType.F32, lecunNormal(), zeros(), null, null);
  }

  /** A map with a bias, whose equation comes with the call. */
  EinsumDef(Shape shape) {
    this(shape, null);
  }

  @Compact
  Array call(Array inputs) {
    if (einsumStr == null) {
      throw new HyperparameterException(
          "Einsum needs an equation, but neither the module nor its call has one. Pass one such as \"...d,df->...f\".");
    }
    return map(einsumStr, inputs);
  }

  /**
   * Maps by an equation.
   *
   * @param einsumStr the equation, for a module that has none
   */
  @Compact
  Array call(Array inputs, String einsumStr) {
    if (this.einsumStr != null) {
      throw new HyperparameterException(
          "Einsum needs one equation, but the module has \"%s\" and its call \"%s\". Leave one of them out."
              .formatted(this.einsumStr, einsumStr));
    }
    return map(einsumStr, inputs);
  }

  private Array map(String text, Array inputs) {
    var equation = EinsumEquation.of(text, inputs.rank(), shape.rank());
    var kernel = param("kernel", kernelInit, shape, paramDtype);
    var bias = useBias ? param("bias", biasInit, equation.biasShape(shape), paramDtype) : null;
    var operands = LayerOperands.of("Einsum", promoteDtype, dtype, inputs, kernel, bias);
    var y =
        preferredElementType == null
            ? Numpy.einsum(equation.text(), operands.input(), operands.kernel())
            : Numpy.einsum(
                equation.text(), preferredElementType, operands.input(), operands.kernel());
    return operands.bias() == null
        ? y
        : y.add(operands.bias().reshape(equation.broadcastBiasShape(shape)));
  }
}
