package io.cambric.kernels.simd.elementwise;

import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.LaneFold;
import io.cambric.kernels.simd.codegen.CountedLoop;
import io.cambric.kernels.simd.codegen.KernelCode;
import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.codegen.Parameter;
import io.cambric.kernels.simd.codegen.VectorCode;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.function.Consumer;

/**
 * Writes the loops of a reduction with a number of accumulators, the width. Accumulator i takes the
 * elements i, width + i, 2 width + i and so on. Results therefore do not depend on the length of
 * vectors.
 */
final class FoldWriter {

  /** The most vectors of accumulators that registers hold. */
  private static final int MAX_SUMS = Species.LANES == 16 ? 16 : 8;

  /** Rows that a pass over columns takes at once. */
  private static final int ROWS = 4;

  /** Elements of an operand that suffice in a warm-up run. */
  private static final int ELEMENTS = 64 * (WarmUp.LOOPS + 1);

  private final ScalarOp step;
  private final LaneType lanes;
  private final int vector;
  private final KernelCode code;

  private FoldWriter(ScalarOp step, LaneType lanes, KernelCode code) {
    this.step = step;
    this.lanes = lanes;
    this.vector = lanes.lanes();
    this.code = code;
  }

  private static BlockLoops loop(
      String name, ScalarOp step, LaneType lanes, String signature, Consumer<FoldWriter> writer) {
    return Parameter.loop(
        name + "_" + step + "_" + lanes,
        lanes,
        Parameter.list(signature),
        "rows",
        ELEMENTS,
        code -> writer.accept(new FoldWriter(step, lanes, code)));
  }

  /**
   * {@return the loop that reduces rows at several places to a vector of accumulators each} Rows of
   * a place are {@code stride} apart and places {@code far} apart. The loop reads memory at all
   * places at once. A row has at least as many elements as there are accumulators; the last
   * accumulators take the remaining elements. Halves are folded in registers until one vector is
   * left.
   */
  static BlockLoops rows(ScalarOp step, LaneType lanes, int width, int places) {
    return loop(
        "Rows" + places + "_" + width,
        step,
        lanes,
        "T[] lanes, int to, T[] x, int at, int far, int stride, int rows = 1, int n = "
            + ((WarmUp.LOOPS + 1) * width - 1),
        writer -> writer.rows(width, places));
  }

  /** {@return the number of places reduced at once: their accumulators fill the registers} */
  static int places(LaneType lanes, int width) {
    return Math.clamp(MAX_SUMS * lanes.lanes() / width, 1, LaneFold.PLACES);
  }

  /**
   * {@return the loop that folds the accumulators of each row to one, halves onto halves, and
   * stores the results side by side}
   */
  static BlockLoops close(ScalarOp step, LaneType lanes, int width) {
    var signature = "T[] lanes, int rows = " + WarmUp.LOOPS;
    return loop("Close" + width, step, lanes, signature, writer -> writer.close(width));
  }

  /**
   * {@return the loop that folds the rows of a matrix into one accumulator per column, in row
   * order} A pass takes four rows, and loads and stores each accumulator once for all of them. The
   * number of columns is a multiple of the lanes.
   */
  static BlockLoops columns(ScalarOp step, LaneType lanes) {
    // The sample runs the loop of four rows and the loop of one row.
    var signature =
        "T[] sums, int to, T[] x, int at, int stride, int rows = %d, int n = %d"
            .formatted(ROWS + 1, WarmUp.LOOPS / 2 * lanes.lanes());
    return loop("Columns", step, lanes, signature, FoldWriter::columns);
  }

  /**
   * {@return the loop that folds the rows of each place into one value per column, in row order}
   * The number of columns is a multiple of the lanes.
   *
   * @param rows number of rows, or 0 for any number
   */
  static BlockLoops windows(ScalarOp step, LaneType lanes, int rows) {
    var signature =
        "T[] sums, int to, int apart, T[] x, int at, int distance, int stride, int rows = 2, "
            + "int places = 2, int n = "
            + WarmUp.LOOPS / 2 * lanes.lanes();
    return loop("Windows" + rows, step, lanes, signature, writer -> writer.windows(rows));
  }

  private void combine() {
    if (step == ScalarOp.XOR) {
      VectorCode.exclusiveOr(code.builder(), lanes);
      return;
    }
    var name =
        switch (step) {
          case ADD -> "add";
          case MUL -> "mul";
          case MAX -> "max";
          case MIN -> "min";
          case AND -> "and";
          case OR -> "or";
          default -> throw new IllegalArgumentException(step + " folds no vectors");
        };
    VectorCode.binary(code.builder(), lanes, name);
  }

  private void identity() {
    boolean ints = lanes == LaneType.I32;
    VectorCode.broadcast(
        code.builder(),
        lanes,
        switch (step) {
          case MUL -> 1;
          case AND -> -1;
          case MAX -> ints ? Integer.MIN_VALUE : Double.NEGATIVE_INFINITY;
          case MIN -> ints ? Integer.MAX_VALUE : Double.POSITIVE_INFINITY;
          default -> 0;
        });
  }

  private void rows(int width, int places) {
    int vectors = width / vector;
    code.get("n").number(width - 1).builder().iand();
    code.set("rest");
    code.get("rows").times(vector).set("apart");
    code.loop(
        CountedLoop.upTo("row", "rows", 1),
        () -> {
          for (int k = 0; k < places * vectors; k++) {
            identity();
            code.keep("sum" + k);
          }
          code.get("at").plus("n").minus("rest").set("end");
          code.loop(new CountedLoop("i", "at", "end", width), () -> add(places, vectors));
          for (int v = vectors - 1; v >= 0; v--) {
            rest(places, vectors, v);
          }
          fold(places, vectors);
          code.get("to").set("k");
          for (int place = 0; place < places; place++) {
            code.reference("sum" + place * vectors).store("lanes", () -> code.get("k"));
            code.advance("k", "apart");
          }
          code.advance("to", vector);
          code.advance("at", "stride");
        });
  }

  /** Combines the vectors of each place, from {@code i} on, with their accumulators. */
  private void add(int places, int vectors) {
    code.get("i").set("k");
    for (int k = 0; k < places * vectors; k++) {
      int shift = k % vectors * vector;
      if (k > 0 && shift == 0) {
        code.advance("k", "far");
      }
      code.reference("sum" + k).vector("x", () -> code.get("k").plus(shift));
      combine();
      code.keep("sum" + k);
    }
  }

  /**
   * Combines the remaining elements, if any, with the accumulators of a vector. They are the last
   * elements of the vector that is loaded; the accumulators of its other lanes are kept.
   */
  private void rest(int places, int vectors, int v) {
    int behind = (vectors - 1 - v) * vector;
    code.get("rest").plus(-behind).set("some");
    code.choose(
        "some",
        () -> {
          VectorCode.species(code.builder(), lanes);
          code.number(0).number(vector).minus("some");
          VectorCode.firstLanes(code.builder());
          code.keep("before");
          code.get("at").plus("n").plus(-vector - behind).set("k");
          for (int place = 0; place < places; place++) {
            var sum = "sum" + (place * vectors + v);
            code.reference(sum).vector("x", () -> code.get("k"));
            combine();
            code.reference(sum).reference("before");
            VectorCode.blend(code.builder(), lanes);
            code.keep(sum);
            code.advance("k", "far");
          }
        },
        () -> {});
  }

  /**
   * Folds the upper half of the accumulators of each place onto the lower half, until one is left.
   */
  private void fold(int places, int vectors) {
    for (int half = vectors / 2; half > 0; half /= 2) {
      for (int place = 0; place < places; place++) {
        for (int v = 0; v < half; v++) {
          int low = place * vectors + v;
          code.reference("sum" + low).reference("sum" + (low + half));
          combine();
          code.keep("sum" + low);
        }
      }
    }
  }

  private void close(int width) {
    code.get("rows").times(width).set("end");
    for (int half = width / 2; half > 0; half /= 2) {
      int distance = half;
      code.loop(
          CountedLoop.upTo("at", "end", width),
          () -> {
            for (int i = 0; i < distance; i += vector) {
              int lane = i;
              code.vector("lanes", () -> code.get("at").plus(lane));
              code.vector("lanes", () -> code.get("at").plus(lane + distance));
              combine();
              code.store("lanes", () -> code.get("at").plus(lane));
            }
          });
    }
    code.loop(
        CountedLoop.upTo("row", "rows", 1),
        () -> {
          code.reference("lanes").get("row").reference("lanes").get("row").times(width);
          lanes.loadElement(code.builder());
          lanes.storeElement(code.builder());
        });
  }

  private void windows(int rows) {
    code.loop(
        CountedLoop.upTo("place", "places", 1),
        () -> {
          code.loop(
              CountedLoop.upTo("i", "n", vector),
              () -> {
                identity();
                code.keep("sum").get("at").plus("i").set("k");
                for (int row = 0; row < rows; row++) {
                  addRow();
                }
                if (rows == 0) {
                  code.loop(CountedLoop.upTo("row", "rows", 1), this::addRow);
                }
                code.reference("sum").store("sums", () -> code.get("to").plus("i"));
              });
          code.advance("to", "apart");
          code.advance("at", "distance");
        });
  }

  /** Folds a vector of a row into the accumulator, and advances to the row after it. */
  private void addRow() {
    code.reference("sum").vector("x", () -> code.get("k"));
    combine();
    code.keep("sum").advance("k", "stride");
  }

  private void columns() {
    code.get("at").set("row0");
    code.get("rows").plus(1 - ROWS).set("most");
    code.loop(CountedLoop.upTo("row", "most", ROWS), () -> addRows(ROWS));
    code.loop(CountedLoop.between("row", "row", "rows"), () -> addRows(1));
  }

  /** Folds some rows into the accumulators, and advances to the row after them. */
  private void addRows(int count) {
    for (int row = 1; row < count; row++) {
      code.get("row" + (row - 1)).plus("stride").set("row" + row);
    }
    code.loop(
        CountedLoop.upTo("i", "n", vector),
        () -> {
          code.vector("sums", () -> code.get("to").plus("i"));
          for (int row = 0; row < count; row++) {
            String start = "row" + row;
            code.vector("x", () -> code.get(start).plus("i"));
            combine();
          }
          code.store("sums", () -> code.get("to").plus("i"));
        });
    code.get("row" + (count - 1)).plus("stride").set("row0");
  }
}
