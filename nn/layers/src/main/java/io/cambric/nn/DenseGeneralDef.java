package io.cambric.nn;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Initializers.lecunNormal;
import static io.cambric.numpy.Initializers.zeros;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.dims.DotDims;
import io.cambric.numpy.Initializer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A dense layer over several axes: a linear map of these to several axes, optionally with a
 * separate map for each index of batch axes.
 *
 * <p>Shapes: {@code [batch..., rest..., mapped...] -> [batch..., rest..., features...]}. Axes that
 * are neither mapped nor batched keep their order. The mapped axes may be anywhere past the batch.
 *
 * <p>Variables: {@code params/kernel} {@code [batch..., mapped..., features...]}, {@code
 * params/bias} {@code [batch..., features...]}. Initializers see both flattened: the kernel as
 * {@code [batch * mapped, features]}, the bias as {@code [batch * features]}.
 *
 * @param features sizes of the last axes of the result
 * @param axis the axes that are mapped; negative ones count from the last
 * @param batchDims axes {@code 0, ..., k - 1} that have a map for each of their indices; often none
 * @param useBias whether a bias is added
 * @param dtype dtype to compute in, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 * @param kernelInit initializer of the flattened kernel
 * @param biasInit initializer of the flattened bias
 * @param promoteDtype the choice of the dtypes to compute in; {@code null} to follow {@code dtype}
 * @param dotGeneral the matrix product; {@code null} for {@code Lax.dotGeneral}
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.DenseGeneral">flax.linen.DenseGeneral</a>
 */
@Module
record DenseGeneralDef(
    List<Integer> features,
    Axes axis,
    Axes batchDims,
    boolean useBias,
    @Nullable DType dtype,
    DType paramDtype,
    Initializer kernelInit,
    Initializer biasInit,
    @Nullable PromoteDtypeFn promoteDtype,
    @Nullable DotGeneralFn dotGeneral) {

  DenseGeneralDef {
    features = List.copyOf(features);
    features.forEach(size -> LayerChecks.requirePositive("DenseGeneral", "features", size));
    if (!batchDims.normalized(batchDims.size() + 1, "DenseGeneral").isIdentity()) {
      throw new HyperparameterException(
          "DenseGeneral needs batch dims that are the leading axes 0, 1, ..., but got %s. Move the batch axes to the front."
              .formatted(batchDims));
    }
  }

  DenseGeneralDef(int... features) {
    this(boxed(features), Axes.of(-1));
  }

  DenseGeneralDef(List<Integer> features, Axes axis) {
    this(features, axis, Axes.of(), true, null, DType.F32, lecunNormal(), zeros(), null, null);
  }

  private static List<Integer> boxed(int[] sizes) {
    return Arrays.stream(sizes).boxed().toList();
  }

  @Compact
  Array call(Array x) {
    var mapped = axis.normalized(x.rank(), "DenseGeneral");
    int batches = batchDims.size();
    if (batches > x.rank() || mapped.countBelow(batches) > 0) {
      throw new ShapeException(
          "DenseGeneral needs an input with the batch dims %s and different axes %s, but got %s."
              .formatted(batchDims, axis, x.aval()));
    }
    var batch = x.shape().slice(0, batches);
    var out = Shape.of(features.stream().mapToInt(Integer::intValue).toArray());
    var inner = x.shape().select(mapped);
    var kernel =
        param(
            "kernel",
            flattened(kernelInit, Shape.of(batch.size() * inner.size(), out.size())),
            batch.concat(inner).concat(out),
            paramDtype);
    var bias =
        useBias
            ? param(
                "bias",
                flattened(biasInit, Shape.of(batch.size() * out.size())),
                batch.concat(out),
                paramDtype)
            : null;
    var operands = LayerOperands.of("DenseGeneral", promoteDtype, dtype, x, kernel, bias);
    var leading = Axes.range(0, batches);
    var dims = new DotDims(mapped, Axes.range(batches, batches + mapped.size()), leading, leading);
    var y = operands.product(dotGeneral, dims);
    return operands.bias() == null ? y : y.add(operands.bias().reshape(biasShape(y, batch, out)));
  }

  private static Initializer flattened(Initializer init, Shape flat) {
    return (key, shape, type) -> init.init(key, flat, type).reshape(shape);
  }

  private static Shape biasShape(Array y, Shape batch, Shape out) {
    var ones = new int[y.rank() - batch.rank() - out.rank()];
    Arrays.fill(ones, 1);
    return batch.concat(Shape.of(ones)).concat(out);
  }
}
