package io.cambric.testing;

import io.cambric.array.Axes;
import io.cambric.kernel.ConvSpec;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random convolutions: strides, padding of either sign, dilations, groups, one to three axes. */
public final class RandomConvs {

  private RandomConvs() {}

  /** {@return a convolution with a result that is not empty} */
  public static ConvSpec next(Random random) {
    while (true) {
      var spec = attempt(random);
      if (spec != null) {
        return spec;
      }
    }
  }

  private static @Nullable ConvSpec attempt(Random random) {
    int spatial = 1 + random.nextInt(3);
    int featureGroups = random.nextInt(4) == 0 ? 2 + random.nextInt(3) : 1;
    int batchGroups = featureGroups == 1 && random.nextInt(4) == 0 ? 2 + random.nextInt(3) : 1;
    int channelsPerGroup = 1 + random.nextInt(4);
    int width = 1 + random.nextInt(random.nextInt(3) == 0 ? 40 : 4);
    int images = 1 + random.nextInt(2);
    if (random.nextInt(4) == 0) {
      // Depthwise, by channels or, as in its gradient, by images.
      width = 1;
      featureGroups = featureGroups > 1 ? 1 + random.nextInt(40) : 1;
      batchGroups = batchGroups > 1 ? 1 + random.nextInt(40) : 1;
      channelsPerGroup = featureGroups > 1 ? 1 : channelsPerGroup;
      images = batchGroups > 1 ? 1 : images;
    }
    int[] lhs = new int[spatial + 2];
    int[] rhs = new int[spatial + 2];
    int[] out = new int[spatial + 2];
    int[] strides = new int[spatial];
    int[] low = new int[spatial];
    int[] lhsDilation = new int[spatial];
    int[] rhsDilation = new int[spatial];
    lhs[0] = images * batchGroups;
    lhs[spatial + 1] = channelsPerGroup * featureGroups;
    rhs[spatial] = channelsPerGroup;
    rhs[spatial + 1] = width * featureGroups * batchGroups;
    out[0] = images;
    out[spatial + 1] = rhs[spatial + 1];
    for (int d = 0; d < spatial; d++) {
      lhs[d + 1] = 1 + random.nextInt(8);
      rhs[d] = 1 + random.nextInt(4);
      strides[d] = 1 + random.nextInt(3);
      lhsDilation[d] = random.nextBoolean() ? 1 : 1 + random.nextInt(3);
      rhsDilation[d] = random.nextBoolean() ? 1 : 1 + random.nextInt(3);
      low[d] = random.nextInt(5) - 1;
      int high = random.nextInt(5) - 1;
      int padded = (lhs[d + 1] - 1) * lhsDilation[d] + 1 + low[d] + high;
      int room = padded - ((rhs[d] - 1) * rhsDilation[d] + 1);
      if (room < 0) {
        return null;
      }
      out[d + 1] = room / strides[d] + 1;
    }
    return new ConvSpec(
        Axes.of(lhs),
        Axes.of(rhs),
        Axes.of(out),
        Axes.of(strides),
        Axes.of(low),
        Axes.of(lhsDilation),
        Axes.of(rhsDilation),
        featureGroups,
        batchGroups);
  }
}
