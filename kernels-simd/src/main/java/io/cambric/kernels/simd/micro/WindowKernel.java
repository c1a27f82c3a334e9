package io.cambric.kernels.simd.micro;

import io.cambric.kernel.block.SlidingWindows;
import io.cambric.kernels.simd.codegen.CountedLoop;
import io.cambric.kernels.simd.codegen.KernelCode;
import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.codegen.Parameter;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.List;

/**
 * Writes the inner loops of depthwise 3x3 windows. Two windows, one of them a line below the other,
 * move by a column in each iteration. Elements of the four lines are loaded once for both windows.
 *
 * <pre>
 * for each vector of channels
 *   held operand: nine weights, or nine sums
 *   the first two columns of the lines
 *   for each position of the windows
 *     the third column; weights: two pixels = sums of weighted elements
 *                       sums: each sum += its elements * two pixels
 *     the last two columns become the first ones
 *   sums: store them
 * </pre>
 *
 * <p>Columns outside the lines are 0; there is at most one before and one after them.
 */
public final class WindowKernel {

  /** Lines and columns of a window. */
  public static final int SIZE = SlidingWindows.SIZE;

  /** Lines of two windows, one a line below the other. */
  public static final int LINES = SIZE + 1;

  /**
   * The parameters. Line l begins at {@code at<l>} with its first column. If {@code lead} is set,
   * {@code zeros} are read as a column before the line; {@code tail} adds one after it. The held
   * operand is at {@code heldOffsets}. Pixels of a window are {@code pixelStep} apart, and the
   * second window has them {@code down} after the first one.
   */
  private static final List<Parameter> PARAMETERS =
      Parameter.list(
          "float[] line0, int at0, float[] line1, int at1, float[] line2, int at2, "
              + "float[] line3, int at3, float[] zeros, int lead = 1, int tail = 1, int step, "
              + "float[] held, int[] heldOffsets, float[] pixels, int at, int down, "
              + "int pixelStep, int width = %d, int whole = %d"
                  .formatted(WarmUp.LOOPS, Species.LANES));

  private final boolean holdsSums;
  private final KernelCode code;

  private WindowKernel(boolean holdsSums, KernelCode code) {
    this.holdsSums = holdsSums;
    this.code = code;
  }

  /** {@return the loop, which holds sums or weights} */
  public static BlockLoops loop(boolean holdsSums) {
    String name = holdsSums ? "NineSums" : "NineWeights";
    return Parameter.loop(
        name,
        LaneType.F32,
        PARAMETERS,
        "whole",
        Species.LANES,
        code -> new WindowKernel(holdsSums, code).write());
  }

  private void write() {
    code.loop(CountedLoop.upTo("c", "whole", Species.LANES), this::writeChannels);
  }

  private void writeChannels() {
    for (int i = 0; i < SIZE * SIZE; i++) {
      int place = i;
      code.vector("held", () -> heldPosition(place)).keep("h" + i);
    }
    code.get("at").plus("c").set("p");
    for (int line = 0; line < LINES; line++) {
      code.get("at" + line).plus("c").set("p" + line);
    }
    code.choose("lead", () -> first(true), () -> first(false));
    for (int line = 0; line < LINES; line++) {
      String first = "f" + line;
      code.vector("first" + line, () -> code.get(first)).keep(element(line, 0));
    }
    loadColumn(1);
    code.loop(new CountedLoop("i", "tail", "width", 1), this::writePosition);
    code.choose("tail", () -> writeProducts(SIZE - 1), () -> {});
    for (int i = 0; i < SIZE * SIZE && holdsSums; i++) {
      int place = i;
      code.reference("h" + i).store("held", () -> heldPosition(place));
    }
  }

  private void heldPosition(int place) {
    code.get("c").plusEntry("heldOffsets", place);
  }

  /** Chooses the memory of the first column. */
  private void first(boolean zeros) {
    for (int line = 0; line < LINES; line++) {
      code.reference(zeros ? "zeros" : "line" + line).keep("first" + line);
      if (zeros) {
        code.builder().loadConstant(0);
      } else {
        code.get("p" + line);
      }
      code.set("f" + line);
    }
  }

  private void loadColumn(int column) {
    for (int line = 0; line < LINES; line++) {
      code.advance("p" + line, "step");
    }
    for (int line = 0; line < LINES; line++) {
      String position = "p" + line;
      code.vector("line" + line, () -> code.get(position)).keep(element(line, column));
    }
  }

  private void writePosition() {
    loadColumn(SIZE - 1);
    writeProducts(SIZE);
    code.advance("p", "pixelStep");
    for (int line = 0; line < LINES; line++) {
      for (int column = 1; column < SIZE; column++) {
        code.reference(element(line, column)).keep(element(line, column - 1));
      }
    }
  }

  /** Writes the products of the windows' first columns. */
  private void writeProducts(int columns) {
    for (int window = 0; window < 2; window++) {
      if (holdsSums) {
        code.vector("pixels", pixel(window));
      } else {
        code.zero();
      }
      code.keep("y" + window);
    }
    for (int row = 0; row < SIZE; row++) {
      for (int column = 0; column < columns; column++) {
        String held = "h" + (row * SIZE + column);
        for (int window = 0; window < 2; window++) {
          String y = "y" + window;
          String x = element(row + window, column);
          code.multiply(x, holdsSums ? y : held, holdsSums ? held : y);
        }
      }
    }
    // If the second window has the place of the first one, it does not count.
    for (int window = 1; window >= 0 && !holdsSums; window--) {
      code.reference("y" + window).store("pixels", pixel(window));
    }
  }

  private Runnable pixel(int window) {
    return () -> {
      code.get("p");
      if (window > 0) {
        code.plus("down");
      }
    };
  }

  private static String element(int line, int column) {
    return "x" + line + "," + column;
  }
}
