package io.cambric.kernels.simd.codegen;

import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.reflect.Array;
import java.util.List;

/**
 * Writes {@code run(T[] updates, int at, int distance, int[] list, int first, int count, T[]
 * result, int offset, int length)}. The code combines rows of the result with rows of updates. The
 * list holds the positions of rows of the result, relative to {@code offset}. A negative position
 * drops a row.
 */
public final class RowUpdateWriter {

  private static final List<Parameter> PARAMETERS =
      Parameter.list(
          "T[] updates, int at, int distance, int[] list, int first, int count, T[] result, "
              + "int offset, int length");

  private final LaneType lanes;
  private final String combination;
  private final KernelCode code;

  private RowUpdateWriter(LaneType lanes, String combination, KernelCode code) {
    this.lanes = lanes;
    this.combination = combination;
    this.code = code;
  }

  /**
   * {@return a loop that combines rows}
   *
   * @param combination a method of vectors
   */
  public static BlockLoops loop(LaneType lanes, String combination) {
    int length = WarmUp.LOOPS * lanes.lanes() + 1;
    Object rows = Array.newInstance(lanes.array().componentType(), length);
    return Parameter.loop(
        combination + "OfRowsOf" + lanes,
        lanes,
        PARAMETERS,
        "count",
        List.of(),
        new Object[] {rows, 0, 0, new int[] {0, -1, 0}, 0, 3, rows, 0, length},
        code -> new RowUpdateWriter(lanes, combination, code).write());
  }

  private void write() {
    var builder = code.builder();
    code.get("length").number(lanes.lanes());
    builder.irem();
    code.set("rest").get("length").minus("rest").set("whole");
    VectorCode.species(builder, lanes);
    code.number(0).get("rest");
    VectorCode.firstLanes(builder);
    code.keep("mask");
    code.loop(CountedLoop.upTo("i", "count", 1), this::row);
  }

  private void row() {
    code.get("first").plus("i").set("entry").entry("list", "entry", 0).plus(1).set("inside");
    code.choose("inside", this::combine, () -> {});
    code.advance("at", "distance");
  }

  private void combine() {
    code.get("inside").plus(-1).plus("offset").set("to");
    code.loop(
        CountedLoop.upTo("j", "whole", lanes.lanes()),
        () -> {
          code.vector("result", () -> code.get("to").plus("j"));
          code.vector("updates", () -> code.get("at").plus("j"));
          VectorCode.binary(code.builder(), lanes, combination);
          code.store("result", () -> code.get("to").plus("j"));
        });
    code.choose(
        "rest",
        () -> {
          code.vector("result", () -> code.get("to").plus("whole"), "mask");
          code.vector("updates", () -> code.get("at").plus("whole"), "mask");
          VectorCode.binary(code.builder(), lanes, combination);
          code.reference("result").get("to").plus("whole").reference("mask");
          VectorCode.storeMasked(code.builder(), lanes);
        },
        () -> {});
  }
}
