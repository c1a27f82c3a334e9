package io.cambric.nn;

import static io.cambric.module.ModuleScope.isInitializing;
import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.variable;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Named;
import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.lax.Lax;
import io.cambric.module.Lift;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn;
import org.jspecify.annotations.Nullable;

/**
 * Spectral normalisation: a layer whose weights are divided by their largest singular values.
 *
 * <pre>
 *   repeat nSteps times:  v = unit(u w^T),  u = unit(v w)     unit(x) = x / sqrt(sum(x^2) + epsilon)
 *   sigma = v w u^T
 *   w'    = w / sigma
 * </pre>
 *
 * <p>Power iteration approximates the singular value, so more steps, or more calls that update
 * {@code u}, make {@code sigma} more exact. Gradients do not flow through {@code u} and {@code v}.
 * Scalars and vectors are not normalised. Weights of more than two axes are reshaped to {@code
 * [rest, last]}.
 *
 * <p>Shapes: as in the layer.
 *
 * <p>Variables: the variables of the layer under {@code layer_instance}. For a weight {@code
 * kernel} of {@code out} columns there are {@code batch_stats/layer_instance/kernel/u} {@code [1,
 * out]} and {@code batch_stats/layer_instance/kernel/sigma} {@code []}. The names of both begin
 * with the path of the weight. Random streams: {@code params}, only for missing {@code u}.
 *
 * <p>A call that updates the statistics needs {@code batch_stats} mutable. Init stores the
 * normalised weights, and so does any call with mutable {@code params}.
 *
 * {@snippet :
 * Array y = SpectralNorm.of(Dense.of(4)).call(x, train);
 * }
 *
 * @param layerInstance the layer, a module
 * @param nSteps steps of power iteration; 0 for unchanged weights
 * @param epsilon added to the square of a norm
 * @param dtype dtype of the normalised weights, or {@code null} to promote weights and statistics
 * @param paramDtype dtype of the statistics
 * @param errorOnNonMatrix whether weights of more than two axes are refused
 * @param collectionName the collection of the statistics
 * @param <M> the layer
 * @see <a href="https://arxiv.org/abs/1802.05957">Miyato et al., 2018</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.SpectralNorm">flax.linen.SpectralNorm</a>
 */
@Module
record SpectralNormDef<M extends io.cambric.module.Module<M>>(
    @Named("layer_instance") M layerInstance,
    int nSteps,
    double epsilon,
    @Nullable DType dtype,
    DType paramDtype,
    boolean errorOnNonMatrix,
    String collectionName) {

  SpectralNormDef(M layerInstance) {
    this(layerInstance, 1, 1e-12, null, DType.F32, false, "batch_stats");
  }

  /**
   * Calls the layer with normalised weights.
   *
   * @param x the input
   * @param updateStats whether the statistics are updated
   * @return the output of the layer
   */
  @Compact
  Array call(Array x, boolean updateStats) {
    return normalized(module -> WrappedLayer.call("SpectralNorm", module, x), updateStats);
  }

  /**
   * Calls a function of the layer, whose weights are normalised.
   *
   * @param function may call any method of the layer
   * @param updateStats whether the statistics are updated
   * @return the result of the function
   */
  @Compact
  <R> R callWith(Fn<M, R> function, boolean updateStats) {
    return normalized(function, updateStats);
  }

  private <R> R normalized(Fn<M, R> function, boolean updates) {
    var name = WrappedLayer.name(layerInstance);
    return Lift.mapVariables(function)
        .collections(Variables.PARAMS)
        .in(WrappedLayer.mapped((path, w) -> normalized(name + "/" + path, w, updates)))
        .mutable(true)
        .init(isInitializing())
        .apply(layerInstance);
  }

  private Array normalized(String path, Array weight, boolean updates) {
    if (weight.rank() <= 1 || nSteps < 1) {
      return weight;
    }
    if (weight.rank() > 2 && errorOnNonMatrix) {
      throw new HyperparameterException(
          "SpectralNorm needs weights that are matrices, but \"%s\" is %s. Remove withErrorOnNonMatrix(true) to normalise it as [rest, last]."
              .formatted(path, weight.aval()));
    }
    var w = weight.reshape(weight.size() / Math.max(1, weight.dim(-1)), weight.dim(-1));
    var row = Shape.of(1, w.dim(1));
    var storedU =
        variable(
            collectionName, path + "/u", () -> Random.normal(makeRng("params"), row, paramDtype));
    var scalar = new ShapedArray(Shape.scalar(), paramDtype);
    var storedSigma = variable(collectionName, path + "/sigma", () -> Lax.full(scalar, 1));
    Array u = storedU.get();
    Array v = u;
    for (int i = 0; i < nSteps; i++) {
      v = unit(u.matmul(w.transpose()));
      u = unit(v.matmul(w));
    }
    u = Lax.stopGradient(u);
    v = Lax.stopGradient(v);
    var sigma = v.matmul(w).matmul(u.transpose()).reshape();
    var normalized = w.div(Numpy.where(sigma.ne(0), sigma, Numpy.onesLike(sigma)));
    if (updates) {
      storedU.set(u);
      storedSigma.set(sigma);
    }
    return normalized
        .reshape(weight.shape())
        .astype(LayerDtypes.canonicalize(dtype, weight, u, v, sigma));
  }

  private Array unit(Array x) {
    return WrappedLayer.unit(x, Axes.range(0, x.rank()), epsilon);
  }
}
