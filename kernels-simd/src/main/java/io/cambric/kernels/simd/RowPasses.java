package io.cambric.kernels.simd;

import io.cambric.kernel.LoopBody;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The code of some passes, run over rows in groups that stay in the cache: all passes over one
 * group, then all over the next. Where it is worth it, the last pass over a group is also the first
 * one over the next. Used by many threads.
 */
final class RowPasses {

  /** So few groups are part of rows that caches hold, which nobody waits for. */
  private static final int FEW = 8;

  private final MethodHandle[] passes;

  /** The number of the last pass over rows: at most passes over row values follow. */
  private final int last;

  private final @Nullable MethodHandle joined;

  /**
   * Generates the code.
   *
   * @param operands what arrays and places stand for
   */
  RowPasses(LoopBody body, List<RowPlan.Pass> passes, List<Integer> operands, RowLengths lengths) {
    this.passes =
        passes.stream()
            .map(pass -> RowWriter.write(body, pass, operands, lengths))
            .toArray(MethodHandle[]::new);
    int number = passes.size() - 1;
    while (number > 0 && !passes.get(number).ofRows()) {
      number--;
    }
    last = number;
    joined =
        last > 0 && JoinedPass.isWorthwhile(passes.get(last), passes.getFirst())
            ? JoinedPass.write(body, passes.get(last), passes.getFirst(), operands, lengths)
            : null;
  }

  /** Where the operands of a run lie, and its memory; used by one thread. */
  static final class Place {

    /** Arrays of the operands of a group of rows, then again for the group after it. */
    private final Object[] arrays;

    /** Where each of them has the first row, and how far each row lies from the one before it. */
    private final int[] places;

    /** How far a group lies from the one before it, for each row of a group. */
    private final int[] steps;

    private final float[] lanes;

    /**
     * Makes a place.
     *
     * @param accumulators of all folds of a pass
     */
    Place(int operands, int accumulators) {
      arrays = new Object[2 * operands];
      places = new int[2 * arrays.length];
      steps = new int[operands];
      // As many again for the pass over the next rows.
      lanes = new float[2 * accumulators];
    }

    /**
     * Places an operand.
     *
     * @param step how far each row lies from the one before it
     * @param stays whether all groups have it at the same place
     */
    void set(int operand, Object array, int offset, int step, boolean stays) {
      int next = steps.length + operand;
      arrays[operand] = array;
      arrays[next] = array;
      places[2 * operand] = offset;
      places[2 * operand + 1] = step;
      places[2 * next + 1] = step;
      steps[operand] = stays ? 0 : step;
    }

    /** Lets go of all arrays. */
    void clear() {
      Arrays.fill(arrays, null);
    }

    private void placeNext(int rows) {
      for (int k = 0; k < steps.length; k++) {
        places[2 * (steps.length + k)] = places[2 * k] + rows * steps[k];
      }
    }

    private void goToNext() {
      System.arraycopy(places, places.length / 2, places, 0, places.length / 2);
    }
  }

  /**
   * Runs all passes.
   *
   * @param together rows of a group
   */
  void run(Place place, int rows, int length, int together) {
    if (joined == null || rows <= FEW * together) {
      runApart(place, rows, length, together);
    } else {
      runJoined(joined, place, rows, length, together);
    }
  }

  /** Calls all code once, for so many rows, and the joined pass for as many after them. */
  void sample(Place place, int rows, int length) {
    runAll(0, passes.length, place, rows, length);
    if (joined != null) {
      place.placeNext(rows);
      run(joined, place, rows, length);
    }
  }

  private void runApart(Place place, int rows, int length, int together) {
    for (int row = 0; row < rows; row += together) {
      int count = Math.min(together, rows - row);
      runAll(0, passes.length, place, count, length);
      place.placeNext(count);
      place.goToNext();
    }
  }

  private void runJoined(
      MethodHandle lastAndFirst, Place place, int rows, int length, int together) {
    int count = Math.min(together, rows);
    run(passes[0], place, count, length);
    for (int row = 0; row < rows; ) {
      row += count;
      int next = Math.min(together, rows - row);
      runAll(1, last, place, count, length);
      place.placeNext(count);
      boolean join = next == count;
      run(join ? lastAndFirst : passes[last], place, count, length);
      runAll(last + 1, passes.length, place, count, length);
      place.goToNext();
      if (!join) {
        run(passes[0], place, next, length);
      }
      count = next;
    }
  }

  private void runAll(int from, int to, Place place, int rows, int length) {
    for (int pass = from; pass < to; pass++) {
      run(passes[pass], place, rows, length);
    }
  }

  private static void run(MethodHandle pass, Place place, int rows, int length) {
    try {
      pass.invokeExact(place.arrays, place.places, place.lanes, rows, length);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }
}
