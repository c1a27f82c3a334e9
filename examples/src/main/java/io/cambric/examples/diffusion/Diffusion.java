package io.cambric.examples.diffusion;

import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.broadcastTo;
import static io.cambric.numpy.Numpy.concatenate;
import static io.cambric.numpy.Numpy.fullLike;
import static io.cambric.numpy.Numpy.take;
import static io.cambric.numpy.Numpy.where;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.valueAndGrad;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.examples.images.Batch;
import io.cambric.nn.training.Mean;
import io.cambric.nn.training.Metrics;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.StepResult;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.scope.Params;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.result.Carry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Training and sampling of a denoising diffusion model. Images are {@code [n, 8, 8, 1]} from -1 to
 * 1 here.
 *
 * @param schedule the noise of each level
 */
record Diffusion(NoiseSchedule schedule) {

  /** The share of images whose digit is withheld, so that guidance has a model without digits. */
  private static final double WITHHELD = 0.1;

  /** {@return the mean squared error of predicted noise, of images at levels drawn with a key} */
  Array loss(StandardTrainState<Denoiser> state, Params params, Batch batch, Key key) {
    var keys = key.split(3);
    int n = batch.size();
    var times = Random.randint(keys.get(0), Shape.of(n), 0, schedule.levels(), DType.I32);
    var noise = Random.normal(keys.get(1), batch.images().shape());
    var withheld = Random.bernoulli(keys.get(2), WITHHELD, Shape.of(n));
    var labels = where(withheld, NdArray.scalar(DType.I32, DenoiserDef.NO_DIGIT), batch.labels());
    var kept = take(schedule.kept(), times, 0).reshape(n, 1, 1, 1);
    var noisy = batch.images().mul(kept.sqrt()).add(noise.mul(kept.neg().add(1).sqrt()));
    var predicted = state.model().apply(state.variables(params), m -> m.call(noisy, times, labels));
    return predicted.sub(noise).square().mean();
  }

  /** {@return the state after a step on a batch} */
  StepResult<StandardTrainState<Denoiser>> step(
      StandardTrainState<Denoiser> state, Batch batch, Key key) {
    var levels = key.foldIn(state.step());
    var at =
        valueAndGrad((Params params) -> loss(state, params, batch, levels)).apply(state.params());
    return StepResult.of(state.applyGradients(at.grads())).with("loss", at.value());
  }

  /** {@return the loss of a batch, with levels and noise that are the same at each evaluation} */
  Metrics evaluation(StandardTrainState<Denoiser> state, Batch batch, Key key) {
    return Metrics.of("loss", Mean.empty().update(loss(state, state.params(), batch, key)));
  }

  /**
   * {@return images made of noise, from -1 to 1}
   *
   * <p>The loop runs from the last level to the first. Each iteration predicts the noise, and draws
   * the level before from the normal distribution that it implies.
   *
   * @param labels digit of each image, {@code i32[n]}
   * @param guidance how far to move from the prediction without a digit to the one with it; 1 is
   *     the plain prediction
   */
  Array sample(StandardTrainState<Denoiser> state, Array labels, double guidance, Key key) {
    var shape = Shape.of(labels.dim(0), 8, 8, 1);
    var start = Random.normal(key, shape);
    return scan(
            (Array x, Array t) -> {
              var noise = Random.normal(key.foldIn(t.add(1)), shape);
              var predicted = predicted(state, x, t, labels, guidance);
              return new Carry<Array, @Nullable Void>(before(x, t, predicted, noise), null);
            },
            start,
            arange(schedule.levels()),
            ScanOptions.DEFAULT.withReverse(true))
        .carry()
        .clip(-1, 1);
  }

  /** {@return the noise with guidance: one pass over the images with and without their digits} */
  private static Array predicted(
      StandardTrainState<Denoiser> state, Array x, Array t, Array labels, double guidance) {
    int n = x.dim(0);
    var both = concatenate(List.of(x, x), 0);
    var digits = concatenate(List.of(labels, fullLike(labels, DenoiserDef.NO_DIGIT)), 0);
    var times = broadcastTo(t, Shape.of(2 * n));
    var noise = state.model().apply(state.variables(), m -> m.call(both, times, digits));
    var without = noise.get(n + ":");
    return without.add(noise.get(":" + n).sub(without).mul(guidance));
  }

  /** {@return an image of the level before, from one of level t and the noise in it} */
  private Array before(Array x, Array t, Array predicted, Array noise) {
    var kept = take(schedule.kept(), t, 0);
    var beta = take(schedule.beta(), t, 0);
    var earlier = kept.div(beta.neg().add(1));
    var image = x.sub(predicted.mul(kept.neg().add(1).sqrt())).div(kept.sqrt()).clip(-1, 1);
    var lost = kept.neg().add(1);
    var mean =
        image
            .mul(earlier.sqrt().mul(beta).div(lost))
            .add(x.mul(beta.neg().add(1).sqrt().mul(earlier.neg().add(1)).div(lost)));
    var variance = beta.mul(earlier.neg().add(1)).div(lost).clip(0, 1);
    return mean.add(noise.mul(variance.sqrt()));
  }
}
