package io.cambric.nn;

import static io.cambric.module.ModuleScope.isInitializing;
import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Initializers.ones;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Named;
import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.module.Lift;
import io.cambric.numpy.Initializer;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Weight normalisation: a layer whose weights are divided by their norms over all but the feature
 * axes, and multiplied by trained scales.
 *
 * <pre>
 *   w' = w / sqrt(sum(w^2) + epsilon) * scale
 * </pre>
 *
 * <p>Shapes: as in the layer.
 *
 * <p>Variables: the variables of the layer under {@code layer_instance}, and {@code
 * params/layer_instance/kernel/scale} for a weight {@code kernel}, with the sizes of the feature
 * axes. The name of that variable is the path of the weight. Init stores the normalised weights.
 *
 * {@snippet :
 * Array y = WeightNorm.of(Dense.of(4)).call(x);
 * Array z = WeightNorm.of(attention).callWith(m -> m.call(query, keyValue));
 * }
 *
 * @param layerInstance the layer, a module
 * @param epsilon added to the square of a norm, in squared units of the weights
 * @param dtype dtype of the normalised weights, or {@code null} to promote weights and scales
 * @param paramDtype dtype of the scales
 * @param useScale whether normalised weights are scaled
 * @param scaleInit initializer of the scales
 * @param featureAxes the axes that have a norm for each index; {@code null} for one norm of a
 *     weight
 * @param variableFilter parts of paths, such as {@code kernel}: parameters with one of them in
 *     their path are normalised; {@code null}, or none, for all
 * @param <M> the layer
 * @see <a href="https://arxiv.org/abs/1602.07868">Salimans and Kingma, 2016</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.WeightNorm">flax.linen.WeightNorm</a>
 */
@Module
record WeightNormDef<M extends io.cambric.module.Module<M>>(
    @Named("layer_instance") M layerInstance,
    double epsilon,
    @Nullable DType dtype,
    DType paramDtype,
    boolean useScale,
    Initializer scaleInit,
    @Nullable Axes featureAxes,
    @Nullable List<String> variableFilter) {

  WeightNormDef {
    variableFilter = variableFilter == null ? null : List.copyOf(variableFilter);
  }

  WeightNormDef(M layerInstance) {
    this(layerInstance, 1e-12, null, DType.F32, true, ones(), Axes.of(-1), List.of("kernel"));
  }

  /** {@return the output of the layer for an input} */
  @Compact
  Array call(Array x) {
    return normalized(module -> WrappedLayer.call("WeightNorm", module, x));
  }

  /** {@return the result of a function of the layer, which may call any of its methods} */
  @Compact
  <R> R callWith(Fn<M, R> function) {
    return normalized(function);
  }

  private <R> R normalized(Fn<M, R> function) {
    var name = WrappedLayer.name(layerInstance);
    return Lift.mapVariables(function)
        .collections(Variables.PARAMS)
        .in(WrappedLayer.mapped((path, w) -> normalized(name + "/" + path, w)))
        .init(isInitializing())
        .apply(layerInstance);
  }

  private Array normalized(String path, Array weight) {
    if (!isNormalized(path)) {
      return weight;
    }
    var features =
        featureAxes == null ? Axes.of() : featureAxes.distinct(weight.rank(), "WeightNorm");
    var w = WrappedLayer.unit(weight, features.complement(weight.rank()), epsilon);
    if (!useScale) {
      return w.astype(LayerDtypes.canonicalize(dtype, weight));
    }
    var scale = param(path + "/scale", scaleInit, weight.shape().select(features), paramDtype);
    return w.mul(scale.reshape(kept(weight.shape(), features)))
        .astype(LayerDtypes.canonicalize(dtype, weight, scale));
  }

  private boolean isNormalized(String path) {
    return variableFilter == null
        || variableFilter.isEmpty()
        || variableFilter.stream().anyMatch(path::contains);
  }

  private static Shape kept(Shape shape, Axes axes) {
    var dims = new ArrayList<Integer>();
    for (int i = 0; i < shape.rank(); i++) {
      dims.add(axes.contains(i) ? shape.dim(i) : 1);
    }
    return Shape.of(dims.stream().mapToInt(Integer::intValue).toArray());
  }
}
