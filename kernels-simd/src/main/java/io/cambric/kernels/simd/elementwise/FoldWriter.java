package io.cambric.kernels.simd.elementwise;

import static io.cambric.kernels.simd.codegen.Parameter.count;
import static io.cambric.kernels.simd.codegen.Parameter.floats;
import static io.cambric.kernels.simd.codegen.Parameter.position;

import io.cambric.kernel.ScalarOp;
import io.cambric.kernels.simd.codegen.CountedLoop;
import io.cambric.kernels.simd.codegen.KernelCode;
import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.codegen.Parameter;
import io.cambric.kernels.simd.codegen.VectorCode;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.reflect.Array;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes the loops of a reduction by a number of accumulators, the width. Accumulator i takes the
 * elements i, width + i, 2 width + i and so on for any length of vectors, so that results do not
 * depend on it.
 */
final class FoldWriter {

  /** Vectors of accumulators that one loop holds in registers. */
  private static final int VECTORS = 4;

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

  /** {@return a loop over arrays of any type} The method converts them to those of the lanes. */
  private static BlockLoops loop(
      String name,
      ScalarOp step,
      LaneType lanes,
      List<Parameter> parameters,
      Consumer<FoldWriter> writer) {
    var typed = parameters.stream().map(parameter -> parameter.withElements(lanes)).toList();
    var full = name + "_" + step + "_" + lanes;
    return BlockLoops.of(
        full,
        () -> {
          var method =
              Parameter.method(
                  full, lanes, typed, code -> writer.accept(new FoldWriter(step, lanes, code)));
          return method.asType(method.type().erase());
        },
        typed.stream().map(FoldWriter::sample).toArray(),
        WarmUp.WORTH,
        false);
  }

  private static Object sample(Parameter parameter) {
    var type = parameter.type();
    return type.isArray()
        ? Array.newInstance(type.componentType(), ELEMENTS)
        : (Object) parameter.sample();
  }

  /**
   * {@return the loop that adds rows of several places at once, each to accumulators of its own}
   * Rows of a place are {@code stride} apart and places {@code far} apart, so that memory is read
   * at all places at once. A row has at least as many elements as there are accumulators; the last
   * ones take the elements that remain.
   */
  static BlockLoops rows(ScalarOp step, LaneType lanes, int width, int places) {
    int vectors = vectors(lanes, width);
    var parameters =
        List.of(
            floats("lanes"),
            position("to"),
            floats("x"),
            position("at"),
            position("far"),
            position("stride"),
            count("rows", 1),
            count("n", WarmUp.LOOPS * vectors * lanes.lanes() / width * width + width - 1));
    return loop(
        "Rows" + places + "_" + width,
        step,
        lanes,
        parameters,
        writer -> writer.rows(width, places, vectors));
  }

  private static int vectors(LaneType lanes, int width) {
    return Math.min(VECTORS, width / lanes.lanes());
  }

  /**
   * {@return the loop that reduces the accumulators of each row to one, halves onto halves, and
   * stores these side by side}
   */
  static BlockLoops close(ScalarOp step, LaneType lanes, int width) {
    var parameters = List.of(floats("lanes"), count("rows", WarmUp.LOOPS));
    return loop("Close" + width, step, lanes, parameters, writer -> writer.close(width));
  }

  /**
   * {@return the loop that folds the rows of a matrix into one accumulator per column, in row
   * order} A pass takes four rows, so that each accumulator is loaded and stored once for four of
   * them. The number of columns is a multiple of the lanes.
   */
  static BlockLoops columns(ScalarOp step, LaneType lanes) {
    var parameters =
        List.of(
            floats("sums"),
            position("to"),
            floats("x"),
            position("at"),
            position("stride"),
            // The sample runs both loops: that of four rows, and that of one row.
            count("rows", ROWS + 1),
            count("n", WarmUp.LOOPS / 2 * lanes.lanes()));
    return loop("Columns", step, lanes, parameters, FoldWriter::columns);
  }

  private void combine() {
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

  private void rows(int width, int places, int vectors) {
    code.number(width).set("width");
    code.get("to").set("row lanes");
    code.get("rows").times(width).set("far lanes");
    code.get("n").number(width - 1).builder().iand();
    code.set("rest");
    code.loop(
        CountedLoop.upTo("row", "rows", 1),
        () -> {
          code.get("at").plus("n").minus("rest").set("end");
          code.loop(
              CountedLoop.upTo("g", "width", vectors * vector),
              () -> group(width, places, vectors));
          code.loop(CountedLoop.upTo("c", "rest", vector), () -> rest(width, places));
          code.advance("at", "stride");
          code.advance("row lanes", width);
        });
  }

  /** Reduces a row of each place into some of its accumulators, from the g-th one. */
  private void group(int width, int places, int vectors) {
    code.get("row lanes").plus("g").set("k");
    eachVector(
        places,
        vectors,
        "far lanes",
        (k, shift) -> code.vector("lanes", () -> code.get("k").plus(shift)).keep("sum" + k));
    code.get("at").plus("g").set("start");
    code.loop(
        new CountedLoop("i", "start", "end", width),
        () -> {
          code.get("i").set("k");
          eachVector(
              places,
              vectors,
              "far",
              (k, shift) -> {
                code.reference("sum" + k).vector("x", () -> code.get("k").plus(shift));
                combine();
                code.keep("sum" + k);
              });
        });
    code.get("row lanes").plus("g").set("k");
    eachVector(
        places,
        vectors,
        "far lanes",
        (k, shift) -> code.reference("sum" + k).store("lanes", () -> code.get("k").plus(shift)));
  }

  /**
   * Reduces the remaining elements of a row of each place, those before the last {@code c}. A vector
   * may begin before them; accumulators of lanes that do are kept.
   */
  private void rest(int width, int places) {
    VectorCode.species(code.builder(), lanes);
    code.number(0).number(vector).minus("rest").plus("c");
    VectorCode.firstLanes(code.builder());
    code.keep("before");
    code.get("row lanes").plus(width - vector).minus("c").set("k");
    code.get("at").plus("n").plus(-vector).minus("c").set("start");
    for (int place = 0; place < places; place++) {
      code.vector("lanes", () -> code.get("k")).keep("sum");
      code.reference("sum").vector("x", () -> code.get("start"));
      combine();
      code.reference("sum").reference("before");
      VectorCode.blend(code.builder(), lanes);
      code.store("lanes", () -> code.get("k"));
      code.advance("k", "far lanes");
      code.advance("start", "far");
    }
  }

  /** Emits code for each vector of each place; the local {@code k} moves from place to place. */
  private void eachVector(int places, int vectors, String distance, VectorBody body) {
    for (int k = 0; k < places * vectors; k++) {
      int shift = k % vectors * vector;
      if (k > 0 && shift == 0) {
        code.advance("k", distance);
      }
      body.emit(k, shift);
    }
  }

  /** Code for a vector by its number, and by its distance from the first one of its place. */
  private interface VectorBody {
    void emit(int number, int shift);
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
