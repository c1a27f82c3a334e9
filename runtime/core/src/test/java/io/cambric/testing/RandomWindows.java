package io.cambric.testing;

import io.cambric.array.Axes;
import io.cambric.kernel.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random windows, and the elements under them by definition. */
public final class RandomWindows {

  private RandomWindows() {}

  /** {@return windows of any kind} */
  public static WindowSpec next(Random random) {
    return next(random, 1 + random.nextInt(3), false, 1);
  }

  /** {@return windows that leave the last axis alone} */
  public static WindowSpec channelsLast(Random random, int channels) {
    return next(random, 2 + random.nextInt(3), true, channels);
  }

  private static WindowSpec next(Random random, int rank, boolean channelsLast, int channels) {
    int[] input = new int[rank];
    int[] output = new int[rank];
    int[] window = new int[rank];
    int[] strides = new int[rank];
    int[] low = new int[rank];
    int[] base = new int[rank];
    int[] dilation = new int[rank];
    for (int d = 0; d < rank; d++) {
      boolean alone = channelsLast && (d == rank - 1 || (d == 0 && random.nextBoolean()));
      input[d] = d == rank - 1 && channelsLast ? channels : 1 + random.nextInt(7);
      window[d] = alone ? 1 : 1 + random.nextInt(3);
      strides[d] = alone ? 1 : 1 + random.nextInt(3);
      low[d] = alone ? 0 : random.nextInt(3);
      base[d] = alone || random.nextBoolean() ? 1 : 2;
      dilation[d] = alone || random.nextBoolean() ? 1 : 2;
      int padded = (input[d] - 1) * base[d] + 1 + low[d] + (alone ? 0 : random.nextInt(3));
      int room = padded - ((window[d] - 1) * dilation[d] + 1);
      output[d] = room < 0 ? 0 : room / strides[d] + 1;
    }
    return new WindowSpec(
        Axes.of(input),
        Axes.of(output),
        Axes.of(window),
        Axes.of(strides),
        Axes.of(low),
        Axes.of(base),
        Axes.of(dilation));
  }

  /** {@return the elements of the input under a window} */
  public static List<int[]> elements(WindowSpec spec, int[] window) {
    var elements = new ArrayList<int[]>();
    for (int[] tap : KernelOperands.points(spec.window().toArray())) {
      int[] element = new int[window.length];
      boolean inside = true;
      for (int d = 0; d < window.length; d++) {
        int p =
            window[d] * spec.strides().get(d)
                + tap[d] * spec.windowDilation().get(d)
                - spec.padLow().get(d);
        inside &= p >= 0 && p % spec.baseDilation().get(d) == 0;
        element[d] = p / spec.baseDilation().get(d);
        inside &= element[d] < spec.input().get(d);
      }
      if (inside) {
        elements.add(element);
      }
    }
    return elements;
  }
}
