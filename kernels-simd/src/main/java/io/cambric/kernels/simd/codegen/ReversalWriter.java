package io.cambric.kernels.simd.codegen;

import static io.cambric.kernels.simd.codegen.VectorCode.SHUFFLE;

import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.reflect.Array;
import java.util.List;
import jdk.incubator.vector.VectorShuffle;

/**
 * Writes {@code run(T[] source, int from, int step, T[] target, int to, int apart, int rows, int
 * columns)}. The code reverses rows that fill at least a vector. The last vector of a row begins
 * earlier if elements remain.
 */
public final class ReversalWriter {

  private static final List<Parameter> PARAMETERS =
      Parameter.list(
          "T[] source, int from, int step, T[] target, int to, int apart, int rows, int columns");

  private final LaneType lanes;
  private final KernelCode code;

  private ReversalWriter(LaneType lanes, KernelCode code) {
    this.lanes = lanes;
    this.code = code;
  }

  /** {@return the reversal of rows of arrays of these elements} */
  public static BlockLoops loop(LaneType lanes) {
    int columns = WarmUp.LOOPS * lanes.lanes();
    Object rows = Array.newInstance(lanes.array().componentType(), columns);
    var species =
        switch (lanes) {
          case F32 -> Species.F32;
          case I32 -> Species.I32;
          case F64 -> Species.F64;
          case I64 -> Species.I64;
          case I16 -> Species.I16;
        };
    var order = VectorShuffle.fromOp(species, i -> lanes.lanes() - 1 - i);
    return Parameter.loop(
        "ReversalOf" + lanes,
        lanes,
        PARAMETERS,
        "rows",
        List.of(order),
        new Object[] {rows, columns - 1, 0, rows, 0, 0, 1, columns},
        code -> new ReversalWriter(lanes, code).write());
  }

  private void write() {
    code.get("from").plus(1 - lanes.lanes()).set("from");
    code.get("columns").plus(-lanes.lanes()).set("last");
    code.loop(CountedLoop.upTo("row", "rows", 1), this::row);
  }

  private void row() {
    code.loop(CountedLoop.upTo("i", "last", lanes.lanes()), () -> vector("i"));
    vector("last");
    code.advance("from", "step");
    code.advance("to", "apart");
  }

  private void vector(String column) {
    code.vector("source", () -> code.get("from").minus(column)).constant(0, SHUFFLE);
    VectorCode.rearrange(code.builder(), lanes);
    code.store("target", () -> code.get("to").plus(column));
  }
}
