package io.cambric.kernels.simd.elementwise;

import static io.cambric.kernels.simd.codegen.Parameter.count;
import static io.cambric.kernels.simd.codegen.Parameter.floats;
import static io.cambric.kernels.simd.codegen.Parameter.position;

import io.cambric.kernel.ReduceOp;
import io.cambric.kernels.simd.codegen.CountedLoop;
import io.cambric.kernels.simd.codegen.KernelCode;
import io.cambric.kernels.simd.codegen.Parameter;
import io.cambric.kernels.simd.codegen.VectorCode;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes the loops of a reduction of floats by 64 accumulators. Accumulator i takes the elements i,
 * 64 + i, 128 + i and so on at any vector width, so that results do not depend on it.
 */
final class FoldWriter {

  /** Accumulators of one reduction. */
  static final int WIDTH = 64;

  /** Vectors of accumulators that one loop holds in registers. */
  static final int VECTORS = 4;

  /** Rows that a pass over columns takes at once. */
  private static final int ROWS = 4;

  private static final int LANES = Species.LANES;

  /** Elements of an operand that suffice in a warm-up run. */
  private static final int ELEMENTS = WarmUp.LOOPS * WIDTH;

  private final ReduceOp op;
  private final KernelCode code;

  private FoldWriter(ReduceOp op, KernelCode code) {
    this.op = op;
    this.code = code;
  }

  private static BlockLoops loop(
      String name, ReduceOp op, List<Parameter> parameters, Consumer<FoldWriter> writer) {
    return Parameter.loop(
        name + "_" + op, parameters, ELEMENTS, code -> writer.accept(new FoldWriter(op, code)));
  }

  /**
   * {@return the loop that reduces rows of several places at once, each row into accumulators of
   * its own} Rows of a place are {@code stride} apart and places {@code far} apart, so that memory
   * is read at all places at once. The length of a row is a multiple of 64.
   */
  static BlockLoops rows(ReduceOp op, int places) {
    var parameters =
        List.of(
            floats("lanes"),
            floats("x"),
            position("at"),
            position("far"),
            position("stride"),
            count("rows", 1),
            count("n", WarmUp.LOOPS * VECTORS * LANES / WIDTH * WIDTH));
    return loop("Rows" + places, op, parameters, writer -> writer.rows(places));
  }

  /** {@return the loop that reduces the accumulators of each row to one, halves onto halves} */
  static BlockLoops close(ReduceOp op) {
    var parameters = List.of(floats("lanes"), floats("results"), count("rows", WarmUp.LOOPS));
    return loop("Close", op, parameters, FoldWriter::close);
  }

  /**
   * {@return the loop that folds the rows of a matrix into one accumulator per column, in row
   * order} A pass takes four rows, so that each accumulator is loaded and stored once for four of
   * them. The number of columns is a multiple of the lanes.
   */
  static BlockLoops columns(ReduceOp op) {
    var parameters =
        List.of(
            floats("sums"),
            position("to"),
            floats("x"),
            position("at"),
            position("stride"),
            // The sample runs both loops: that of four rows, and that of one row.
            count("rows", ROWS + 1),
            count("n", WarmUp.LOOPS / 2 * LANES));
    return loop("Columns", op, parameters, FoldWriter::columns);
  }

  private void combine() {
    VectorCode.binary(
        code.builder(),
        switch (op) {
          case SUM -> "add";
          case PROD -> "mul";
          case MAX -> "max";
          case MIN -> "min";
          case AND, OR, XOR -> throw needsIntegers();
        });
  }

  private float identity() {
    return switch (op) {
      case SUM -> 0f;
      case PROD -> 1f;
      case MAX -> Float.NEGATIVE_INFINITY;
      case MIN -> Float.POSITIVE_INFINITY;
      case AND, OR, XOR -> throw needsIntegers();
    };
  }

  private IllegalArgumentException needsIntegers() {
    return new IllegalArgumentException(op + " needs integers");
  }

  private void rows(int places) {
    code.number(WIDTH).set("width");
    code.number(0).set("row lanes");
    code.get("rows").times(WIDTH).set("far lanes");
    code.loop(
        CountedLoop.upTo("row", "rows", 1),
        () -> {
          code.get("at").plus("n").set("end");
          code.loop(CountedLoop.upTo("g", "width", VECTORS * LANES), () -> group(places));
          code.advance("at", "stride");
          code.advance("row lanes", WIDTH);
        });
  }

  /** Reduces a row of each place into some of its accumulators, from the g-th one. */
  private void group(int places) {
    for (int k = 0; k < places * VECTORS; k++) {
      VectorCode.broadcast(code.builder(), identity());
      code.keep("sum" + k);
    }
    code.get("at").plus("g").set("start");
    code.loop(
        new CountedLoop("i", "start", "end", WIDTH),
        () -> {
          code.get("i").set("k");
          for (int k = 0; k < places * VECTORS; k++) {
            int shift = k % VECTORS * LANES;
            if (k > 0 && shift == 0) {
              code.advance("k", "far");
            }
            code.reference("sum" + k).vector("x", () -> code.get("k").plus(shift));
            combine();
            code.keep("sum" + k);
          }
        });
    code.get("row lanes").plus("g").set("k");
    for (int k = 0; k < places * VECTORS; k++) {
      int shift = k % VECTORS * LANES;
      if (k > 0 && shift == 0) {
        code.advance("k", "far lanes");
      }
      code.reference("sum" + k).store("lanes", () -> code.get("k").plus(shift));
    }
  }

  private void close() {
    code.get("rows").times(WIDTH).set("end");
    for (int half = WIDTH / 2; half > 0; half /= 2) {
      int distance = half;
      code.loop(
          CountedLoop.upTo("at", "end", WIDTH),
          () -> {
            for (int i = 0; i < distance; i += LANES) {
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
          code.reference("results").get("row").reference("lanes").get("row").times(WIDTH);
          code.builder().faload().fastore();
        });
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
        CountedLoop.upTo("i", "n", LANES),
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
