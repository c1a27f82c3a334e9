package io.cambric.kernel.plain;

import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Operand;
import io.cambric.testing.KernelOperands;
import java.util.Arrays;

/** Convolution straight from its definition, one product after another. */
public final class NaiveConv {

  private NaiveConv() {}

  /** {@return the element of the result at {@code point}: image, spatial indices, feature} */
  public static double at(ConvSpec spec, Operand lhs, Operand rhs, int[] point) {
    int spatial = spec.spatialRank();
    int feature = point[spatial + 1];
    int features = spec.rhs().get(spatial + 1);
    int channelsPerGroup = spec.rhs().get(spatial);
    int image = point[0];
    int channel = 0;
    if (spec.batchGroups() > 1) {
      int group = feature / (features / spec.batchGroups());
      image += group * (spec.lhs().get(0) / spec.batchGroups());
    } else {
      channel = feature / (features / spec.featureGroups()) * channelsPerGroup;
    }
    double sum = 0;
    int[] taps = Arrays.copyOf(spec.rhs().toArray(), spatial);
    int[] source = new int[spatial + 2];
    int[] weight = new int[spatial + 2];
    for (int[] tap : KernelOperands.points(taps)) {
      boolean inside = true;
      for (int d = 0; d < spatial && inside; d++) {
        int p =
            point[d + 1] * spec.strides().get(d)
                + tap[d] * spec.rhsDilation().get(d)
                - spec.padLow().get(d);
        inside =
            p >= 0
                && p % spec.lhsDilation().get(d) == 0
                && p / spec.lhsDilation().get(d) < spec.lhs().get(d + 1);
        source[d + 1] = p / spec.lhsDilation().get(d);
        weight[d] = tap[d];
      }
      if (!inside) {
        continue;
      }
      source[0] = image;
      weight[spatial + 1] = feature;
      for (int c = 0; c < channelsPerGroup; c++) {
        source[spatial + 1] = channel + c;
        weight[spatial] = c;
        sum +=
            lhs.buffer().getDouble(KernelOperands.position(lhs, source))
                * rhs.buffer().getDouble(KernelOperands.position(rhs, weight));
      }
    }
    return sum;
  }
}
