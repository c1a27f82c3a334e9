package io.cambric.examples.diffusion;

import static io.cambric.numpy.Activations.silu;
import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.concatenate;
import static io.cambric.numpy.Numpy.expandDims;
import static io.cambric.numpy.Numpy.repeat;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import io.cambric.nn.Embed;
import io.cambric.nn.GroupNorm;
import io.cambric.numpy.Initializers;
import java.util.List;

/**
 * A small U-Net that predicts the noise in an image: one level down to half the side, and back.
 *
 * <p>Shapes: {@code [n, 8, 8, 1], i32[n], i32[n] -> [n, 8, 8, 1]}.
 *
 * @param channels of the first level, a multiple of {@link #GROUPS}; the second has twice as many
 * @see <a href="https://arxiv.org/abs/2006.11239">Ho et al., Denoising Diffusion Probabilistic
 *     Models</a>
 */
@Module
record DenoiserDef(int channels) {

  static final int GROUPS = 8;

  /** The label of an image whose digit is not given. */
  static final int NO_DIGIT = 10;

  /** The longest wavelength of the sines that encode a time, as in transformers. */
  private static final double LONGEST = 10_000;

  /**
   * {@return the noise that an image holds}
   *
   * @param images with noise
   * @param times number of the noise level of each, from 0
   * @param labels digit of each, or {@link #NO_DIGIT}
   */
  @Compact
  Array call(Array images, Array times, Array labels) {
    int size = 4 * channels;
    var time = silu(Dense.of(size).named("time").call(encoded(times)));
    var digit = Embed.of(NO_DIGIT + 1, size).named("digit").call(labels);
    var condition = silu(Dense.of(size).named("condition").call(time.add(digit)));

    var x = Conv.of(channels, 3, 3).named("first").call(images);
    var level = block(channels, "down").call(x, condition);
    var half = Conv.of(2 * channels, 3, 3).withStrides(List.of(2, 2)).named("half").call(level);
    half = block(2 * channels, "middle_0").call(half, condition);
    half = block(2 * channels, "middle_1").call(half, condition);
    var doubled = repeat(repeat(half, 2, 1), 2, 2);
    var joined = concatenate(List.of(doubled, level), -1);
    var y = block(channels, "up").call(joined, condition);
    var normalized = silu(GroupNorm.of(GROUPS).named("norm").call(y));
    return Conv.of(1, 3, 3).withKernelInit(Initializers.zeros()).named("last").call(normalized);
  }

  private static ResBlock block(int features, String name) {
    return ResBlock.of(features, GROUPS).named(name);
  }

  /** {@return sines and cosines of the times, {@code [n, channels]}} */
  private Array encoded(Array times) {
    int half = channels / 2;
    var rates = arange(half).mul(-Math.log(LONGEST) / half).exp();
    var angles = expandDims(times, 1).mul(rates);
    return concatenate(List.of(angles.sin(), angles.cos()), -1);
  }
}
