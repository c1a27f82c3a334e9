package io.cambric.nn;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Initializers.lecunNormal;
import static io.cambric.numpy.Initializers.zeros;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Initializer;
import org.jspecify.annotations.Nullable;

/**
 * A dense layer: a linear map of the last axis, {@code y = x kernel + bias}.
 *
 * <p>Shapes: {@code [..., in] -> [..., features]}; {@code in} is read from the first call.
 *
 * <p>Variables: {@code params/kernel} {@code [in, features]}, {@code params/bias} {@code
 * [features]}.
 *
 * @param features size of the last axis of the result
 * @param useBias whether a bias is added
 * @param dtype dtype to compute in, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 * @param kernelInit initializer of the kernel
 * @param biasInit initializer of the bias
 * @param promoteDtype the choice of the dtypes to compute in; {@code null} to follow {@code dtype}
 * @param dotGeneral the matrix product; {@code null} for {@code Lax.dotGeneral}
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.Dense">flax.linen.Dense</a>
 */
@Module
record DenseDef(
    int features,
    boolean useBias,
    @Nullable DType dtype,
    DType paramDtype,
    Initializer kernelInit,
    Initializer biasInit,
    @Nullable PromoteDtypeFn promoteDtype,
    @Nullable DotGeneralFn dotGeneral) {

  DenseDef {
    LayerChecks.requirePositive("Dense", "features", features);
  }

  DenseDef(int features) {
    this(features, true, null, DType.F32, lecunNormal(), zeros(), null, null);
  }

  @Compact
  Array call(Array x) {
    LayerChecks.requireRank("Dense", x, 1);
    var kernel = param("kernel", kernelInit, Shape.of(x.dim(-1), features), paramDtype);
    var bias = useBias ? param("bias", biasInit, Shape.of(features), paramDtype) : null;
    var operands = LayerOperands.of("Dense", promoteDtype, dtype, x, kernel, bias);
    var y = operands.product(dotGeneral, 0);
    return operands.bias() == null ? y : y.add(operands.bias());
  }
}
