package io.cambric.kernels.simd.codegen;

import static io.cambric.kernels.simd.codegen.VectorCode.MASK;

import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes {@code run(float[] x, int at, int apart, float[] y, int[] table, int count, int from, int
 * length, int rest, float[] sums)}: sums of products of one or two vectors with lines, each in
 * sixteen parts; see {@link io.cambric.kernel.block.DotSums}. A line begins at {@code table[i] +
 * from}.
 *
 * <p>A tile has a sum for each line and vector. The parts of a sum stay in registers and are added
 * there. Each step adds lanes at one distance for two sums, which then share a vector register. The
 * sums of a tile are stored as one such vector, evenly spread. Sums of the first vector come first.
 *
 * @param lines of a tile; with each vector, at most as many sums as a vector has lanes
 * @param vectors one or two
 * @param parts accumulators of a sum
 */
public record DotWriter(int lines, int vectors, int parts, KernelCode code) {

  /** Parts of a sum. */
  private static final int COUNT = 16;

  private static final int LANES = Species.LANES;

  private static final List<Parameter> PARAMETERS =
      Parameter.list(
          "float[] x, int at, int apart, float[] y, int[] table, int count, int from, int length, "
              + "int rest, float[] sums");

  /** {@return the sums of a tile} */
  public static BlockLoops loop(int lines, int vectors) {
    int length = WarmUp.LOOPS * COUNT;
    float[] operand = new float[length + 2 * COUNT];
    float[] results = new float[LANES];
    return Parameter.loop(
        "SumsOfProductsOf" + vectors + "Vectors",
        LaneType.F32,
        PARAMETERS,
        "count",
        masks(),
        new Object[] {operand, 0, 0, operand, new int[lines], lines, 0, length, 1, results},
        code -> new DotWriter(lines, vectors, COUNT / LANES, code).write());
  }

  /** For each distance, the lanes that are exchanged with lower ones. */
  private static List<Object> masks() {
    var masks = new ArrayList<>();
    for (int distance = 1; distance < LANES; distance *= 2) {
      masks.add(Species.odd(Species.F32, distance));
    }
    return masks;
  }

  private int sums() {
    return lines * vectors;
  }

  private static String part(int sum, int part) {
    return "sum" + sum + "," + part;
  }

  private void write() {
    for (int part = 0; part < parts; part++) {
      VectorCode.species(code.builder(), LaneType.F32);
      code.number(part * LANES).get("rest");
      VectorCode.firstLanes(code.builder());
      code.keep("mask" + part);
    }
    code.get("at").set("x0").get("at").plus("apart").set("x1");
    code.number(0).set("to");
    code.loop(CountedLoop.upTo("i", "count", lines), this::tile);
  }

  private void tile() {
    for (int line = 0; line < lines; line++) {
      code.entry("table", "i", line).plus("from").set("line" + line);
    }
    for (int sum = 0; sum < sums(); sum++) {
      for (int part = 0; part < parts; part++) {
        code.zero();
        code.keep(part(sum, part));
      }
    }
    code.loop(CountedLoop.upTo("k", "length", COUNT), () -> multiply("k", false));
    code.choose("rest", () -> multiply("length", true), () -> {});
    addParts();
    code.reference(part(0, 0));
    code.store("sums", () -> code.get("to"));
    code.advance("to", LANES);
  }

  /** Adds the next products to all parts, or the remaining ones to the first parts. */
  private void multiply(String k, boolean masked) {
    for (int p = 0; p < parts; p++) {
      int part = p;
      for (int v = 0; v < vectors; v++) {
        String x = "x" + v;
        load("x", () -> code.get(x).plus(k).plus(part * LANES), masked, part);
        code.keep("factor" + v);
      }
      for (int l = 0; l < lines; l++) {
        String line = "line" + l;
        load("y", () -> code.get(line).plus(k).plus(part * LANES), masked, part);
        code.keep("element");
        for (int v = 0; v < vectors; v++) {
          code.multiply("element", "factor" + v, part(v * lines + l, part));
        }
      }
    }
  }

  private void load(String array, Runnable position, boolean masked, int part) {
    if (masked) {
      code.vector(array, position, "mask" + part);
    } else {
      code.vector(array, position);
    }
  }

  /** Adds the parts of each sum; the first vector then holds the sums. */
  private void addParts() {
    for (int half = parts / 2; half > 0; half /= 2) {
      for (int sum = 0; sum < sums(); sum++) {
        for (int part = 0; part < half; part++) {
          code.reference(part(sum, part)).reference(part(sum, part + half));
          VectorCode.binary(code.builder(), LaneType.F32, "add");
          code.keep(part(sum, part));
        }
      }
    }
    int left = sums();
    for (int distance = LANES / 2; distance > 0; distance /= 2) {
      int other = left / 2;
      left = Math.max(1, other);
      for (int sum = 0; sum < left; sum++) {
        addLanes(distance, part(sum, 0), part(sum + other, 0));
      }
    }
  }

  /**
   * Adds the lanes of two vectors at a distance. The sums of one fill the lower lanes, and those of
   * the other fill the upper ones.
   */
  private void addLanes(int distance, String lower, String upper) {
    blend(distance, lower, upper);
    blend(distance, upper, lower);
    VectorCode.exchange(code.builder(), distance);
    VectorCode.binary(code.builder(), LaneType.F32, "add");
    code.keep(lower);
  }

  private void blend(int distance, String x, String y) {
    code.reference(x).reference(y).constant(Integer.numberOfTrailingZeros(distance), MASK);
    VectorCode.blend(code.builder(), LaneType.F32);
  }
}
