package io.cambric.nn;

import static io.cambric.module.ModuleScope.hasVariable;
import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.variable;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One call of an attention layer, shared by the three modules of attention. */
final class AttentionLayer {

  private final AttentionAttributes layer;

  private AttentionLayer(AttentionAttributes layer) {
    this.layer = layer;
  }

  /**
   * Queries attend to keys and values. Missing keys default to the queries, missing values to the
   * keys.
   */
  static Array attend(
      AttentionAttributes layer,
      Array queries,
      @Nullable Array keys,
      @Nullable Array values,
      AttentionCall call) {
    if (keys == null && values != null) {
      throw new HyperparameterException(
          "Attention needs keys for the values %s, but got none. To use one array as both keys and values, leave the values out."
              .formatted(values.aval()));
    }
    var k = keys == null ? queries : keys;
    return new AttentionLayer(layer).run(queries, k, values == null ? k : values, call);
  }

  private Array run(Array inputsQ, Array inputsK, Array inputsV, AttentionCall call) {
    int features = inputsQ.dim(-1);
    int mapped = layer.qkvFeatures() == null ? features : layer.qkvFeatures();
    if (mapped % layer.numHeads() != 0) {
      throw new HyperparameterException(
          "Attention needs features divisible by %d heads, but got %d. Choose qkvFeatures as a multiple of numHeads."
              .formatted(layer.numHeads(), mapped));
    }
    int size = mapped / layer.numHeads();
    var query = intoHeads(size, "query", inputsQ);
    var key = intoHeads(size, "key", inputsK);
    var value = intoHeads(size, "value", inputsV);
    if (layer.normalizeQk()) {
      query = normalized("query_ln", query);
      key = normalized("key_ln", key);
    }
    var mask = call.mask();
    if (layer.decode()) {
      var step = Cache.step(query, key, value);
      key = step.key();
      value = step.value();
      mask = step.seen() == null ? mask : Attention.combineMasks(mask, step.seen());
    }
    var options =
        AttentionOptions.DEFAULT
            .withMask(mask)
            .withBroadcastDropout(layer.broadcastDropout())
            .withDtype(layer.dtype())
            .withForceFp32ForSoftmax(layer.forceFp32ForSoftmax())
            .withSowWeights(call.sowWeights())
            .withQkAttnWeightsEinsum(layer.qkAttnWeightsEinsum())
            .withAttnWeightsValueEinsum(layer.attnWeightsValueEinsum());
    if (layer.dropoutRate() > 0 && !isDeterministic(call)) {
      var dropoutKey = call.dropoutKey() == null ? makeRng("dropout") : call.dropoutKey();
      options = options.withDropout(layer.dropoutRate(), dropoutKey);
    }
    var attended = layer.attentionFn().attend(query, key, value, options);
    int out = layer.outFeatures() == null ? features : layer.outFeatures();
    return map(List.of(out), Axes.of(-2, -1))
        .withKernelInit(otherwise(layer.outKernelInit(), layer.kernelInit()))
        .withBiasInit(otherwise(layer.outBiasInit(), layer.biasInit()))
        .withDotGeneral(layer.outDotGeneral())
        .named("out")
        .call(attended);
  }

  private boolean isDeterministic(AttentionCall call) {
    return LayerArguments.mergeParam(
        "Attention", "deterministic", layer.deterministic(), call.deterministic());
  }

  private static <T> T otherwise(@Nullable T own, T common) {
    return own == null ? common : own;
  }

  private DenseGeneral map(List<Integer> features, Axes axes) {
    return DenseGeneral.of(features, axes)
        .withUseBias(layer.useBias())
        .withDtype(layer.dtype())
        .withParamDtype(layer.paramDtype());
  }

  private Array intoHeads(int size, String name, Array x) {
    return map(List.of(layer.numHeads(), size), Axes.of(-1))
        .withKernelInit(layer.kernelInit())
        .withBiasInit(layer.biasInit())
        .withDotGeneral(layer.qkvDotGeneral())
        .named(name)
        .call(x);
  }

  private Array normalized(String name, Array x) {
    return LayerNorm.of()
        .withUseBias(false)
        .withDtype(layer.dtype())
        .withParamDtype(layer.paramDtype())
        .named(name)
        .call(x);
  }

  /**
   * The cached keys and values, and a mask of the ones that the query may see.
   *
   * @param seen {@code [batch..., 1, 1, keys]}; {@code null} for all, when the cache is being made
   */
  private record Cache(Array key, Array value, @Nullable Array seen) {

    static Cache step(Array query, Array key, Array value) {
      boolean isMade = hasVariable("cache", "cached_key");
      var keys = variable("cache", "cached_key", () -> Numpy.zerosLike(key));
      var values = variable("cache", "cached_value", () -> Numpy.zerosLike(value));
      var index = variable("cache", "cache_index", () -> (Array) NdArray.scalar(DType.I32, 0));
      if (!isMade) {
        return new Cache(key, value, null);
      }
      var shape = keys.get().shape();
      int length = shape.dim(-3);
      var expected = shape.with(shape.rank() - 3, 1);
      if (!query.shape().equals(expected)) {
        throw new ShapeException(
            "Decoding needs one position at a time, with queries of the cache's shape %s, but got %s. Pass x[:, t:t+1]."
                .formatted(expected, query.shape()));
      }
      var place = index.get();
      var starts =
          new ArrayList<Array>(Collections.nCopies(shape.rank(), NdArray.scalar(DType.I32, 0)));
      starts.set(shape.rank() - 3, place);
      keys.set(Lax.dynamicUpdateSlice(keys.get(), key, starts));
      values.set(Lax.dynamicUpdateSlice(values.get(), value, starts));
      index.set(place.add(1));
      var batch = shape.slice(0, shape.rank() - 3);
      var seen =
          Numpy.broadcastTo(Numpy.arange(length).le(place), batch.concat(Shape.of(1, 1, length)));
      return new Cache(keys.get(), values.get(), seen);
    }
  }
}
