package io.cambric.kernel.block;

import io.cambric.kernel.Operand;
import io.cambric.kernel.WindowSpec;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernel.thread.RangeTask;
import java.util.Arrays;

/**
 * Gradients of window maxima of f32 or f64 over all axes except the last, as in pooling with
 * channels last. Whole rows of channels are compared at once. For providers.
 */
public final class Pooling {

  private static final int GRAIN = 1 << 15;

  private final WindowSpec spec;
  private final int outer;
  private final int channels;
  private final int[] inputStrides;
  private final int windowSize;

  private Pooling(WindowSpec spec, int[] inputStrides) {
    this.spec = spec;
    this.inputStrides = inputStrides;
    outer = spec.window().size() - 1;
    channels = spec.input().get(outer);
    int product = 1;
    for (int d = 0; d < outer; d++) {
      product *= spec.window().get(d);
    }
    windowSize = product;
  }

  /**
   * {@return whether the last axis has elements, is not pooled, and is contiguous in all operands}
   */
  private static boolean fits(WindowSpec spec, Operand... operands) {
    int last = spec.window().size() - 1;
    if (last < 0
        || spec.input().get(last) == 0
        || spec.window().get(last) != 1
        || spec.strides().get(last) != 1
        || spec.padLow().get(last) != 0
        || spec.baseDilation().get(last) != 1
        || spec.output().get(last) != spec.input().get(last)) {
      return false;
    }
    return Arrays.stream(operands).allMatch(operand -> operand.strides()[last] == 1);
  }

  /** {@return whether the scatter was computed} */
  public static boolean scatter(
      boolean max, WindowSpec spec, Operand source, Operand input, Operand output) {
    if (!fits(spec, source, input, output) || !Arrays.equals(input.strides(), output.strides())) {
      return false;
    }
    var pooling = new Pooling(spec, input.strides());
    pooling.clear(output, 0, output.offset());
    int shift = output.offset() - input.offset();
    Object x = input.buffer().storage();
    Object s = source.buffer().storage();
    Object y = output.buffer().storage();
    // Windows of one image may overlap. Windows of different images overlap only if the window
    // spans images.
    int alone = spec.window().get(0) == 1 && pooling.outer > 1 ? 1 : 0;
    pooling.forWindows(
        (from, to) -> {
          int[] taps = new int[pooling.windowSize];
          int[] along = new int[pooling.windowSize];
          int[] best = new int[pooling.channels];
          for (int w = from; w < to; w++) {
            int count = pooling.taps(w, input.offset(), taps, along);
            if (count == 0) {
              continue;
            }
            int at = pooling.outputPosition(w, source);
            if (x instanceof float[] floats) {
              select(max, floats, taps, count, best);
              add((float[]) y, best, shift, (float[]) s, at);
            } else {
              select(max, (double[]) x, taps, count, best);
              add((double[]) y, best, shift, (double[]) s, at);
            }
          }
        },
        alone == 1 ? 1 : -1);
    return true;
  }

  /**
   * Finds the position of the largest or smallest element of each channel, the first of equal ones.
   */
  private static void select(boolean max, float[] x, int[] taps, int count, int[] best) {
    for (int c = 0; c < best.length; c++) {
      int position = taps[0] + c;
      float value = x[position];
      for (int t = 1; t < count; t++) {
        float candidate = x[taps[t] + c];
        boolean wins =
            !Float.isNaN(value)
                && (Float.isNaN(candidate) || (max ? candidate > value : candidate < value));
        position = wins ? taps[t] + c : position;
        value = wins ? candidate : value;
      }
      best[c] = position;
    }
  }

  /** Like the method above, for doubles. */
  private static void select(boolean max, double[] x, int[] taps, int count, int[] best) {
    for (int c = 0; c < best.length; c++) {
      int position = taps[0] + c;
      double value = x[position];
      for (int t = 1; t < count; t++) {
        double candidate = x[taps[t] + c];
        boolean wins =
            !Double.isNaN(value)
                && (Double.isNaN(candidate) || (max ? candidate > value : candidate < value));
        position = wins ? taps[t] + c : position;
        value = wins ? candidate : value;
      }
      best[c] = position;
    }
  }

  private static void add(float[] y, int[] best, int shift, float[] s, int at) {
    for (int c = 0; c < best.length; c++) {
      y[best[c] + shift] += s[at + c];
    }
  }

  private static void add(double[] y, int[] best, int shift, double[] s, int at) {
    for (int c = 0; c < best.length; c++) {
      y[best[c] + shift] += s[at + c];
    }
  }

  private void clear(Operand output, int d, int position) {
    if (d == outer) {
      switch (output.buffer().storage()) {
        case float[] a -> Arrays.fill(a, position, position + channels, 0f);
        case Object a -> Arrays.fill((double[]) a, position, position + channels, 0);
      }
      return;
    }
    for (int i = 0; i < spec.input().get(d); i++) {
      clear(output, d + 1, position + i * output.strides()[d]);
    }
  }

  /**
   * Visits all windows.
   *
   * @param whole which windows one thread visits together: 0 for single windows, 1 for all windows
   *     of an index of the first axis, -1 for all windows
   */
  private void forWindows(RangeTask task, int whole) {
    int count = 1;
    for (int d = 0; d < outer; d++) {
      count *= spec.output().get(d);
    }
    if (whole < 0) {
      task.run(0, count);
      return;
    }
    int unit = whole == 0 || count == 0 ? 1 : count / spec.output().get(0);
    long work = Math.max(1, (long) unit * windowSize * channels);
    Parallel.forRange(
        count / unit,
        (int) Math.max(1, GRAIN / work),
        (from, to) -> task.run(from * unit, to * unit));
  }

  private int outputPosition(int window, Operand output) {
    int position = output.offset();
    int rest = window;
    for (int d = outer - 1; d >= 0; d--) {
      position += rest % spec.output().get(d) * output.strides()[d];
      rest /= spec.output().get(d);
    }
    return position;
  }

  /**
   * Lists the starts of the rows under a window, without padding and holes; returns their number.
   *
   * @param along memory for the taps along one axis
   */
  private int taps(int window, int offset, int[] positions, int[] along) {
    positions[0] = offset;
    int count = 1;
    int scale = 1;
    for (int d = 1; d < outer; d++) {
      scale *= spec.output().get(d);
    }
    int rest = window;
    for (int d = 0; d < outer; d++) {
      int corner = rest / scale * spec.strides().get(d) - spec.padLow().get(d);
      rest %= scale;
      scale = d + 1 < outer ? scale / spec.output().get(d + 1) : 1;
      count = extend(positions, count, d, corner, along);
    }
    return count;
  }

  /** Replaces each position by positions for the taps along one axis, in row-major order. */
  private int extend(int[] positions, int count, int d, int corner, int[] valid) {
    int size = spec.window().get(d);
    int dilation = spec.baseDilation().get(d);
    int hits = 0;
    for (int t = 0; t < size; t++) {
      int p = corner + t * spec.windowDilation().get(d);
      if (p >= 0 && p % dilation == 0 && p / dilation < spec.input().get(d)) {
        valid[hits++] = p / dilation * inputStrides[d];
      }
    }
    for (int i = count - 1; i >= 0; i--) {
      int base = positions[i];
      for (int t = hits - 1; t >= 0; t--) {
        positions[i * hits + t] = base + valid[t];
      }
    }
    return count * hits;
  }
}
