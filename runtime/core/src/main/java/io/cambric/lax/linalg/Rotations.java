package io.cambric.lax.linalg;

import io.cambric.kernel.thread.Parallel;
import org.jspecify.annotations.Nullable;

/**
 * Rotations of neighbouring lines, in sweeps over a range of lines. Rotations are collected, and
 * many sweeps are then applied to a few columns at a time, which stay in the cache.
 *
 * @see <a href="https://doi.org/10.1145/2504435.2504439">Van Zee, van de Geijn and Quintana-Orti,
 *     Restructuring the tridiagonal and bidiagonal QR algorithms for performance, 2014</a>
 */
final class Rotations {

  /** Elements of the columns that stay in the cache. */
  private static final int CACHED = 1 << 16;

  /** Fewest columns of lines that justify a pass over all sweeps. */
  private static final int FEWEST = 64;

  /** Sweeps over all lines that are applied at a time. */
  private static final int COLLECTED = 16;

  private final @Nullable Lines lines;
  private final int count;
  private final int length;
  private final double[] cosines;
  private final double[] sines;

  /** For each sweep: the first line, the step, and the end in the arrays. */
  private final int[] sweeps;

  private int sweepCount;
  private int end;

  /**
   * Collects rotations.
   *
   * @param lines the lines to rotate; null if they are not needed
   * @param count number of lines
   * @param length of the lines
   */
  Rotations(@Nullable Lines lines, int count, int length) {
    this.lines = lines;
    this.count = count;
    this.length = length;
    int room = lines == null ? 0 : COLLECTED * count;
    this.cosines = new double[room];
    this.sines = new double[room];
    this.sweeps = new int[3 * room];
  }

  /**
   * Begins a sweep.
   *
   * @param line the first line
   * @param step 1 or -1, the increment from a line to the next
   */
  void begin(int line, int step) {
    if (lines == null) {
      return;
    }
    if (end + count > cosines.length) {
      apply();
    }
    sweeps[3 * sweepCount] = line;
    sweeps[3 * sweepCount + 1] = step;
    sweeps[3 * sweepCount + 2] = end;
    sweepCount++;
  }

  /** Adds the rotation of the next pair of lines, as {@link Lines#rotate} describes it. */
  void add(double cosine, double sine) {
    if (lines != null) {
      cosines[end] = cosine;
      sines[end] = sine;
      end++;
      sweeps[3 * sweepCount - 1] = end;
    }
  }

  /** Applies the collected rotations. */
  void apply() {
    if (lines == null || end == 0) {
      return;
    }
    int columns = Math.max(FEWEST, CACHED / count);
    Parallel.forRange(
        (length - 1) / columns + 1,
        1,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            apply(lines, i * columns, Math.min(length, (i + 1) * columns));
          }
        });
    sweepCount = 0;
    end = 0;
  }

  private void apply(Lines rotated, int from, int to) {
    int first = 0;
    for (int i = 0; i < sweepCount; i++) {
      int last = sweeps[3 * i + 2];
      rotated.rotate(
          sweeps[3 * i], sweeps[3 * i + 1], last - first, cosines, sines, first, from, to);
      first = last;
    }
  }
}
